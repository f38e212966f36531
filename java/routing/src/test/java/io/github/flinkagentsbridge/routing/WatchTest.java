package io.github.flinkagentsbridge.routing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;

/** A watch of its own, so that no other wait of this JVM keeps its thread alive. */
class WatchTest {
    @RegisterExtension final CapturedLog log = new CapturedLog();
    private final Set<Thread> before = Thread.getAllStackTraces().keySet();
    private final Watch watch = new Watch();
    private final Thread one = new Thread(null, null, "one");
    private final Thread two = new Thread(null, null, "two");
    private final Queue<Long> looks = new ConcurrentLinkedQueue<>();

    /** Notes each look at it. */
    private Waiter waiter(Thread from, Thread to) {
        return new Waiter(from, 0, List.of(to)) {
            @Override
            public List<Thread> awaited() {
                looks.add(System.nanoTime());
                return super.awaited();
            }
        };
    }

    private Set<Thread> watchers() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> !before.contains(thread))
                .filter(thread -> thread.getName().equals("bridge-watch"))
                .collect(Collectors.toSet());
    }

    @AfterEach
    void theWatchEnds() {
        Gate.spinUntil("it has ended", () -> watchers().isEmpty());
    }

    @Test
    @DisplayName("B3: one daemon thread looks as long as something waits, and ends after the last")
    void livesWhileSomethingWaits() {
        for (int round = 0; round < 2; round++) {
            looks.clear();
            Watch.Entry first = watch.add(waiter(one, two));
            Watch.Entry second = watch.add(waiter(one, two));
            Gate.spinUntil("it looks", () -> looks.size() > 2);
            assertThat(watchers())
                    .hasSize(1)
                    .allMatch(Thread::isDaemon)
                    .allMatch(thread -> thread.getContextClassLoader() == null);
            watch.remove(first);
            int seen = looks.size();
            Gate.spinUntil("it looks on", () -> looks.size() > seen);
            watch.remove(second);
            Gate.spinUntil("it has ended", () -> watchers().isEmpty());
        }
    }

    @Test
    @DisplayName("I7, B3: where no thread can be started the wait goes on, and a later try counts")
    void outlivesFailedStart() {
        AtomicBoolean full = new AtomicBoolean(true);
        Watch hampered =
                new Watch(
                        thread -> {
                            if (full.get()) {
                                throw new OutOfMemoryError("unable to create native thread");
                            }
                            thread.start();
                        });
        Watch.Entry first = hampered.add(waiter(one, two));
        assertThat(log.with("No thread can be started")).hasSize(1);
        assertThat(watchers()).isEmpty();
        full.set(false);
        hampered.beWatched();
        Gate.spinUntil("it looks", () -> looks.size() > 2);
        hampered.remove(first);
    }

    @Test
    @DisplayName("I11: a cycle is ended when it is seen a second time, a while after the first")
    void looksTwice() {
        Waiter early = waiter(one, two);
        Waiter late = waiter(two, one);
        Watch.Entry first = watch.add(early);
        Watch.Entry second = watch.add(late);
        Gate.spinUntil("it is ended", () -> late.cycle != null);
        assertThat(early.cycle).isNull();
        assertThat(late.cycle).contains("one waits").contains("two waits");
        long span = System.nanoTime() - looks.element();
        assertThat(span).isGreaterThan(90_000_000L);
        watch.remove(first);
        watch.remove(second);
    }
}
