package io.github.flinkagentsbridge.routing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import java.time.Duration;
import java.util.Map;

class ReportTest {
    private static final Duration SOON = Duration.ofMillis(50);

    @RegisterExtension final Oracle oracle = new Oracle();
    @RegisterExtension final CapturedLog log = new CapturedLog();
    private final FakeFactory factory = oracle.factory();

    @Test
    @DisplayName("B10: the dump tells who is inside, who is queued and who waits for whom")
    void dumpDrawsWhoWaitsForWhom() throws Exception {
        Gate release = new Gate();
        try (var manager = oracle.manager(factory, options -> options.laneLimit(1))) {
            Runner<Object> running = Runner.start("running", () -> stay(manager, release));
            Gate.spinUntil("runs", () -> manager.dump().contains("interpreter inside"));
            Runner<Object> queued = Runner.start("queued", () -> stay(manager, release));
            Gate.spinUntil("queued", () -> manager.dump().contains("1 queued"));
            Thread worker = manager.managedThreads().newThread(() -> stay(manager, release));
            worker.start();
            Gate.spinUntil(
                    "inside", () -> manager.dump().contains("worker-1': interpreter inside"));
            String name = manager.name();
            String dump = manager.withInterpreter(python -> manager.dump());
            assertThat(dump)
                    .isEqualTo(
                            "manager '%1$s': OPEN, owner '%2$s' (depth 1), tickets 3\n"
                                    + "    lane '%1$s-lane-1': running for 'running', 1 queued, 2"
                                    + " source threads, interpreter inside\n"
                                    + "    worker '%1$s-worker-1': interpreter inside\n"
                                    + "    'running' waits for '%1$s-lane-1'\n"
                                    + "    'queued' waits for '%1$s-lane-1'",
                            name, Thread.currentThread().getName());
            release.open();
            running.result();
            queued.result();
        }
    }

    @Test
    @DisplayName("B4: a caller that waits long warns once: who waits, for which lane, running what")
    void longWaitWarnsOnce() throws Exception {
        Gate release = new Gate();
        try (var manager =
                oracle.manager(factory, options -> options.laneLimit(1).warnAfter(SOON))) {
            Runner<Object> running = Runner.start("running", () -> stay(manager, release));
            Gate.spinUntil("runs", () -> manager.dump().contains("interpreter inside"));
            Runner<Object> queued = Runner.start("queued", () -> stay(manager, release));
            Gate.spinUntil("both warn", () -> log.with("still waits for lane").size() == 2);
            long begun = System.nanoTime();
            Gate.spinUntil("time goes by", () -> System.nanoTime() - begun > 5 * SOON.toNanos());
            release.open();
            running.result();
            queued.result();
            String lane = manager.name() + "-lane-1";
            assertThat(log.with("Thread 'queued' still waits for lane '" + lane))
                    .hasSize(1)
                    .allMatch(message -> message.contains("which runs a call of 'running':\n"))
                    .allMatch(message -> message.contains("at "));
            assertThat(log.with("Thread 'running' still waits")).hasSize(1);
            assertThat(log.with("which runs this call:")).hasSize(1);
        }
    }

    @Test
    @DisplayName(
            "B4: a close that waits says for how many operations and what they run, repeatedly")
    void longCloseWarns() throws Exception {
        Gate release = new Gate();
        Runner<Object> running;
        try (var manager = oracle.manager(factory, options -> options.warnAfter(SOON))) {
            running = Runner.start("running", () -> stay(manager, release));
            Gate.spinUntil("runs", () -> manager.dump().contains("interpreter inside"));
            Thread worker = manager.managedThreads().newThread(() -> stay(manager, release));
            worker.start();
            Gate.spinUntil(
                    "inside", () -> manager.dump().contains("worker-1': interpreter inside"));
            Runner.start(
                    "opener",
                    () -> {
                        Gate.spinUntil("repeats", () -> log.with("waits for 2 ope").size() > 1);
                        release.open();
                        return null;
                    });
        }
        running.result();
        assertThat(log.with("waits for 2 operations:").get(0))
                .contains("running for 'running'", "-worker-1': interpreter inside")
                .containsPattern("(?s)Gate\\.pass.*Gate\\.pass");
    }

    @Test
    @DisplayName("B10: source kinds are told apart: no class loader, ordinary, virtual")
    void countsBySourceKind() throws Exception {
        try (var manager = oracle.manager(factory)) {
            for (int i = 0; i < 2; i++) {
                Runner.runToEnd("java", () -> manager.withInterpreter(FakeInterpreter::thread));
            }
            Runner.runToEnd(
                    "Dummy-1",
                    () -> {
                        Thread.currentThread().setContextClassLoader(null);
                        return manager.withInterpreter(FakeInterpreter::thread);
                    });
            long virtual = callOnVirtualThread(() -> manager.withInterpreter(python -> python));
            assertThat(manager.statistics().laneCallsBySourceKind())
                    .isEqualTo(Map.of("cpython", 1L, "java", 2L, "virtual", virtual));
            assertThat(manager.statistics().laneCalls()).isEqualTo(3 + virtual);
        }
    }

    @Test
    @DisplayName("B10: the numbers tell what is alive, made and closed, the primary included")
    void countsInterpreters() throws Exception {
        var manager = oracle.manager(factory);
        assertThat(manager.statistics().liveInterpreters()).isEqualTo(1);
        Runner.runToEnd("s", () -> manager.withInterpreter(FakeInterpreter::thread));
        Statistics open = manager.statistics();
        manager.close();
        Statistics closed = manager.statistics();
        assertThat(open.interpretersMade()).isEqualTo(2);
        assertThat(open.liveInterpreters()).isEqualTo(2);
        assertThat(open.interpretersClosed()).isZero();
        assertThat(closed.interpretersClosed()).isEqualTo(2);
        assertThat(closed.liveInterpreters()).isZero();
        assertThat(closed.lanes()).isZero();
        assertThat(closed.sourceThreads()).isZero();
    }

    /** How many calls were made: 1, or 0 where Java has no virtual threads yet. */
    private static long callOnVirtualThread(Runnable call) throws Exception {
        if (Runtime.version().feature() < 21) {
            return 0;
        }
        Object thread =
                Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, call);
        ((Thread) thread).join();
        return 1;
    }

    private static Object stay(PythonInterpreterManager<FakeInterpreter> manager, Gate release) {
        return manager.withInterpreter(
                python -> {
                    release.pass();
                    return null;
                });
    }
}
