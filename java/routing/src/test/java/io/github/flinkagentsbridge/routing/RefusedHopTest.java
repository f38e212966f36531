package io.github.flinkagentsbridge.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;

/** What a listener hears of a call that no lane takes, and with which locks held: none. */
@Timeout(120)
class RefusedHopTest {
    @RegisterExtension final Oracle oracle = new Oracle();
    private final FakeFactory factory = oracle.factory();
    private final Queue<String> heard = new ConcurrentLinkedQueue<>();

    @Test
    @DisplayName("I13: while a full lane is told of, other new threads are answered")
    void fullLaneIsToldOutOfTheLock() throws Exception {
        Gate release = new Gate();
        Teller teller = new Teller();
        try (var manager =
                oracle.manager(
                        factory,
                        options -> options.laneLimit(1).laneQueueLimit(1).listener(teller))) {
            Runner<Object> running = stay("running", manager, release);
            Gate.spinUntil("runs", () -> manager.dump().contains("interpreter inside"));
            Runner<Object> queued = stay("queued", manager, release);
            Gate.spinUntil("queued", () -> manager.dump().contains("1 queued"));
            teller.meanwhile = () -> failureOf(stay("other", manager, release));
            assertThat(failureOf(stay("new", manager, release)))
                    .isInstanceOf(LaneFullException.class);
            assertThat(heard)
                    .as("B10: each hop that was begun is ended, the inner one first")
                    .containsExactly(
                            "an operation on null GIVEN_UP",
                            "meanwhile LaneFullException",
                            "an operation on null GIVEN_UP");
            release.open();
            running.result();
            queued.result();
        }
    }

    @Test
    @DisplayName("I13: while a sealed table is told of, its lock is free")
    void sealedTableIsToldOutOfTheLock() {
        Teller teller = new Teller();
        ManagerOptions options = ManagerOptions.builder().name("sealed").listener(teller).build();
        Refusals refusals =
                new Refusals(options, Thread.currentThread(), () -> Admission.State.CLOSED);
        LaneTable<Object> table = new LaneTable<>(options, () -> null, refusals);
        table.seal();
        teller.meanwhile =
                () ->
                        Runner.runToEnd(
                                "other",
                                () -> {
                                    table.clear();
                                    return null;
                                });
        assertThatThrownBy(() -> table.submit(Thread.currentThread(), null))
                .isInstanceOf(ManagerClosedException.class);
        assertThat(heard).containsExactly("meanwhile null");
    }

    private static Runner<Object> stay(
            String name, PythonInterpreterManager<FakeInterpreter> manager, Gate release) {
        return Runner.start(
                name,
                () ->
                        manager.withInterpreter(
                                python -> {
                                    release.pass();
                                    return null;
                                }));
    }

    private static Throwable failureOf(Runner<?> runner) throws Exception {
        Throwable failure = runner.failure();
        runner.join();
        return failure;
    }

    private interface Deed {
        Object run() throws Exception;
    }

    /** Does something on another thread at the first refusal, and waits for it. */
    private final class Teller implements RoutingListener {
        private final AtomicBoolean told = new AtomicBoolean();
        private volatile Deed meanwhile;

        @Override
        public boolean listens() {
            return true;
        }

        @Override
        public Hop hop(String manager) {
            return (lane, call, queued, run, outcome) -> {
                if (outcome == Outcome.GIVEN_UP) {
                    heard.add(call + " on " + lane + " " + outcome);
                }
            };
        }

        @Override
        public void refusal(String manager, BridgeException refusal) {
            if (told.getAndSet(true)) {
                return;
            }
            try {
                Object seen = meanwhile.run();
                heard.add("meanwhile " + (seen == null ? null : seen.getClass().getSimpleName()));
            } catch (Exception failure) {
                heard.add("blocked: " + failure);
            }
        }
    }
}
