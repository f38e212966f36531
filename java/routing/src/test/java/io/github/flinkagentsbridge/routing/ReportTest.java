package io.github.flinkagentsbridge.routing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;

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
                                    + "    lane '%1$s-lane-1': running an operation for 'running', 1 queued, 2"
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
    @DisplayName(
            "B3, B4: a slow lane is one warning with both stacks, silence, and one when changed")
    void slowLaneWarnsOnce() throws Exception {
        Gate first = new Gate();
        Gate second = new Gate();
        PythonFrames frames = () -> sampleOf("lane-1", 0, "\n        at slow.py:7");
        try (var manager =
                oracle.manager(
                        factory,
                        options -> options.laneLimit(1).warnAfter(SOON).pythonFrames(frames))) {
            Runner<Object> running = Runner.start("running", () -> stay(manager, first));
            Gate.spinUntil("runs", () -> manager.dump().contains("interpreter inside"));
            Runner<Object> queued = Runner.start("queued", () -> stay(manager, second));
            Gate.spinUntil("warns", () -> log.with("is slow").size() == 1);
            long begun = System.nanoTime();
            Gate.spinUntil("time goes by", () -> System.nanoTime() - begun > 10 * SOON.toNanos());
            assertThat(log.with("is slow")).as("silence until it changes").hasSize(1);
            first.open();
            running.result();
            Gate.spinUntil("warns anew", () -> log.with("is slow").size() == 2);
            second.open();
            queued.result();
            assertThat(log.with("for PT0.05S or longer it has run an operation for 'running'"))
                    .hasSize(1)
                    .allMatch(message -> message.contains("Lane '" + manager.name() + "-lane-1'"))
                    .allMatch(message -> message.contains("Gate.pass"))
                    .allMatch(message -> message.contains("Python:\n        at slow.py:7"));
            assertThat(log.with("run an operation for 'queued'; queued: nobody")).hasSize(1);
        }
    }

    /** What Python would tell of the one thread whose Java name ends like that. */
    static PythonSample sampleOf(String nameEnd, long awaited, String stack) {
        return new PythonSample(
                Thread.getAllStackTraces().keySet().stream()
                        .filter(thread -> thread.getName().endsWith(nameEnd))
                        .filter(thread -> thread instanceof BridgeThread)
                        .map(thread -> ((BridgeThread<?>) thread).nativeId())
                        .map(id -> new PythonSample.PythonThread(id, nameEnd, awaited, stack))
                        .collect(Collectors.toList()));
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
                .contains("running an operation for 'running'", "-worker-1': interpreter inside")
                .containsPattern("(?s)Gate\\.pass.*Gate\\.pass");
    }

    @ParameterizedTest
    @MethodSource("io.github.flinkagentsbridge.routing.ThreadKind#ofThisJava")
    @DisplayName("B10: source kinds are told apart: no class loader, ordinary, virtual")
    void countsBySourceKind(ThreadKind kind) throws Exception {
        try (var manager = oracle.manager(factory)) {
            Runner.runToEnd("java", () -> manager.withInterpreter(FakeInterpreter::thread));
            Runner.runToEnd(
                    "Dummy-1",
                    () -> {
                        Thread.currentThread().setContextClassLoader(null);
                        return manager.withInterpreter(FakeInterpreter::thread);
                    });
            kind.start(() -> manager.withInterpreter(python -> python)).join();
            boolean virtual = kind == ThreadKind.VIRTUAL;
            assertThat(manager.statistics().laneCallsBySourceKind())
                    .isEqualTo(
                            Map.of(
                                    "cpython", 1L,
                                    "java", virtual ? 1L : 2L,
                                    "virtual", virtual ? 1L : 0L));
            assertThat(manager.statistics().laneCalls()).isEqualTo(3);
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

    private static Object stay(PythonInterpreterManager<FakeInterpreter> manager, Gate release) {
        return manager.withInterpreter(
                python -> {
                    release.pass();
                    return null;
                });
    }
}
