package io.github.flinkagentsbridge.routing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** Random schedules against the reference model. */
class ModelTest {
    /** Give the seed that a failed run printed, to see that schedule alone. */
    private static final Long SEED = Long.getLong("bridge.model.seed");

    private static final int SCHEDULES = Integer.getInteger("bridge.model.schedules", 100_000);

    /** How many run side by side, each of which waits for its own threads most of the time. */
    private static final int LINES = 3;

    @RegisterExtension final CapturedLog log = new CapturedLog();
    private final List<ExecutorService> threads = new CopyOnWriteArrayList<>();

    private Actor actor(String name) {
        ExecutorService thread =
                Executors.newSingleThreadExecutor(
                        task -> {
                            Thread made = new Thread(task, name);
                            made.setDaemon(true);
                            return made;
                        });
        threads.add(thread);
        return new Actor(name, thread);
    }

    @AfterEach
    void endThreads() {
        threads.forEach(ExecutorService::shutdownNow);
    }

    @Test
    @Timeout(value = 9, unit = TimeUnit.MINUTES)
    @DisplayName(
            "R2 to R18, B2, B4: 100,000 random schedules of owner, workers, sources, nested calls,"
                    + " failures, interrupts, time-outs and a close do what the model says")
    void schedulesDoWhatTheModelSays() throws Exception {
        long first = SEED != null ? SEED : System.nanoTime();
        int count = SEED != null ? 1 : SCHEDULES;
        System.out.println("model seeds " + first + " to " + (first + count - 1));
        List<Runner<Object>> lines = new ArrayList<>();
        for (int line = 0; line < LINES; line++) {
            long begin = first + line;
            lines.add(Runner.start("line", () -> runAll(begin, first + count)));
        }
        for (Runner<Object> line : lines) {
            line.thread.join();
            line.result();
        }
    }

    /** Every so many-th schedule, by actors of its own. */
    private Object runAll(long begin, long end) throws Exception {
        Actor owner = actor("owner");
        List<Actor> sources = List.of(actor("source-1"), actor("source-2"), actor("source-3"));
        for (long seed = begin; seed < end; seed += LINES) {
            try {
                new Schedule(seed, owner, sources).run();
            } catch (Throwable failure) {
                throw new AssertionError("schedule with -Dbridge.model.seed=" + seed, failure);
            }
        }
        assertThat(owner.events).isEmpty();
        return null;
    }
}
