package io.github.flinkagentsbridge.routing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/** Waits that go through Python, where only its sampled frames show them. */
class PythonWaitsTest {
    /** Within this time a cycle must have been ended. */
    private static final long BOUND_NANOS = Duration.ofSeconds(2).toNanos();

    @RegisterExtension final Oracle oracle = new Oracle();
    @RegisterExtension final CapturedLog log = new CapturedLog();
    private final FakeFactory factory = oracle.factory();

    /** The thread that the lane joins in Python, and whether it does. */
    private final AtomicLong joined = new AtomicLong();

    /** Waits as Python's join does: for a thread's end, where only sampled frames can see it. */
    private Object joinInPython(Runner<?> started) throws Exception {
        Gate.spinUntil("called back", () -> joined.get() != 0);
        started.join();
        return started.failure();
    }

    private PythonSample lanesJoin() {
        return ReportTest.sampleOf("lane-1", joined.get(), "\n        at join");
    }

    private PythonInterpreterManager<FakeInterpreter> managerWithFrames() {
        return oracle.manager(
                factory, options -> options.laneLimit(1).pythonFrames(this::lanesJoin));
    }

    @Test
    @DisplayName(
            "B3: D3: a lane that joins the very thread that waits for it: that thread's queued call"
                    + " is given up within two seconds, and both get on")
    void laneJoinsThreadThatWaitsForIt() throws Exception {
        try (var manager = managerWithFrames()) {
            long begun = System.nanoTime();
            Runner<Object> source =
                    Runner.start(
                            "source",
                            () ->
                                    manager.withInterpreter(
                                            python -> joinInPython(callBack(manager))));
            Object failure = source.result();
            assertThat(System.nanoTime() - begun).isLessThan(BOUND_NANOS);
            String lane = manager.name() + "-lane-1";
            assertThat(failure)
                    .isInstanceOf(WaitCycleException.class)
                    .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.THROWABLE)
                    .hasMessageContaining(
                            "'started' waits for lane '%1$s' to start an operation, while that runs"
                                    + " an operation for 'source'; '%1$s', running an operation for"
                                    + " 'source', waits in Python for the end of 'started'",
                            lane)
                    .hasMessageStartingWith("Waiting for an operation of manager")
                    .hasMessageContaining("on thread 'started' failed (owner: '" + lane + "'");
            assertThat(manager.dump()).contains("tickets 0");
        }
    }

    @Test
    @DisplayName(
            "B3: a lane that joins its own caller: the caller's wait ends, the operation goes on")
    void laneJoinsItsOwnCaller() throws Exception {
        try (var manager = managerWithFrames()) {
            Gate callerGone = new Gate();
            Gate operationOver = new Gate();
            Runner<Object> caller =
                    Runner.start(
                            "caller",
                            () -> {
                                joined.set(asOneOfPythons());
                                return manager.withInterpreter(
                                        python -> {
                                            callerGone.pass();
                                            operationOver.open();
                                            return "dropped";
                                        });
                            });
            assertThat(caller.failure())
                    .isInstanceOf(WaitCycleException.class)
                    .hasMessageContaining("'caller' waits for lane")
                    .hasMessageContaining("to finish an operation;");
            joined.set(0);
            callerGone.open();
            operationOver.pass();
        }
    }

    @Test
    @DisplayName(
            "B3: nobody who would have got on is ended: a lane that starts a thread and does not wait"
                    + " for it, a join with a limit, a caller with a limit of its own")
    void endsNobodyWhoWouldHaveGotOn() throws Exception {
        try (var manager = managerWithFrames()) {
            Gate release = new Gate();
            Runner<Object> source =
                    Runner.start(
                            "source",
                            () ->
                                    manager.withInterpreter(
                                            python -> {
                                                Runner<?> started = callBack(manager);
                                                release.pass();
                                                return started;
                                            }));
            Gate.spinUntil("called back", () -> joined.get() != 0);
            // Python's frames show no wait for the thread: the lane runs, or its join has a limit.
            long started = joined.getAndSet(0);
            watchedFor(Duration.ofMillis(2500), manager);
            assertThat(manager.dump()).contains("1 queued");
            Runner<Throwable> bounded =
                    Runner.start(
                            "bounded",
                            () -> {
                                joined.set(asOneOfPythons());
                                return org.assertj.core.api.Assertions.catchThrowable(
                                        () ->
                                                manager.withInterpreter(
                                                        p -> p,
                                                        CallOptions.PATIENT.returnWithin(
                                                                Duration.ofMillis(1500))));
                            });
            assertThat(bounded.result()).isInstanceOf(CallTimeoutException.class);
            assertThat(started).isNotZero();
            joined.set(0);
            release.open();
            assertThat(((Runner<?>) source.result()).result()).isEqualTo("called back");
        }
    }

    @Test
    @DisplayName(
            "B3, B4: a call that runs, with a limit for its return, inside of a cycle: the limit ends"
                    + " the wait, once; the operation it was for goes on and its result is dropped")
    void limitWinsOverTheProof() throws Exception {
        try (var manager = managerWithFrames()) {
            Gate callerGone = new Gate();
            Runner<Object> caller =
                    joinedCaller(
                            manager,
                            callerGone,
                            CallOptions.PATIENT.returnWithin(Duration.ofMillis(1500)));
            assertThat(caller.failure())
                    .isInstanceOfSatisfying(
                            CallTimeoutException.class, e -> assertThat(e.started()).isTrue());
            caller.join();
            assertThat(manager.dump()).contains("tickets 1").doesNotContain("long waits");
            joined.set(0);
            callerGone.open();
            Runner.runToEnd("next", () -> manager.withInterpreter(FakeInterpreter::thread));
            assertThat(manager.dump()).contains("tickets 0");
        }
        assertThat(log.with("no longer waited for")).isEmpty();
    }

    @Test
    @DisplayName(
            "B3, B4: a call that has started in time has no limit any more: in a cycle the proof"
                    + " ends its wait")
    void proofEndsWhatHasStartedInTime() throws Exception {
        try (var manager = managerWithFrames()) {
            Gate callerGone = new Gate();
            Runner<Object> caller =
                    joinedCaller(
                            manager,
                            callerGone,
                            CallOptions.PATIENT.startWithin(Duration.ofMillis(200)));
            assertThat(caller.failure()).isInstanceOf(WaitCycleException.class);
            joined.set(0);
            callerGone.open();
        }
    }

    @Test
    @DisplayName(
            "B2, B3: D2: a worker whose operation joins the thread that closes: the close is taken"
                    + " back, and both get on")
    void workerJoinsTheThreadThatCloses() throws Exception {
        AtomicReference<Runner<Object>> closer = new AtomicReference<>();
        try (var manager =
                oracle.manager(
                        factory,
                        options ->
                                options.pythonFrames(
                                        () -> ReportTest.sampleOf("worker-1", joined.get(), "")))) {
            Thread worker =
                    manager.managedThreads()
                            .newThread(
                                    () ->
                                            manager.withInterpreter(
                                                    p -> joinCloser(manager, closer)));
            worker.start();
            worker.join();
            assertThat(closer.get().failure())
                    .isInstanceOfSatisfying(
                            ReentrantCloseException.class,
                            e -> {
                                assertThat(e.attempted()).startsWith("abandon() of manager");
                                assertThat(e.state())
                                        .contains("'closer' waits for all operations to end")
                                        .contains("waits in Python for the end of 'closer'");
                                assertThat(e.remedy()).startsWith("Close after the operation");
                            });
            assertThat(manager.isOpen()).isTrue();
        }
    }

    private Object joinCloser(
            PythonInterpreterManager<FakeInterpreter> manager,
            AtomicReference<Runner<Object>> closer) {
        closer.set(
                Runner.start(
                        "closer",
                        () -> {
                            joined.set(asOneOfPythons());
                            manager.abandon();
                            return null;
                        }));
        Gate.spinUntil("it has ended", () -> !closer.get().thread.isAlive());
        return null;
    }

    /** The current thread's id; Python's threads have no class loader in Java. */
    private static long asOneOfPythons() {
        Thread.currentThread().setContextClassLoader(null);
        return NativeThread.currentId();
    }

    /** A thread whose operation runs and joins it, until {@code over} opens. */
    private Runner<Object> joinedCaller(
            PythonInterpreterManager<FakeInterpreter> manager, Gate over, CallOptions limits) {
        return Runner.start(
                "caller",
                () -> {
                    joined.set(asOneOfPythons());
                    return manager.withInterpreter(python -> waitFor(over), limits);
                });
    }

    private static Object waitFor(Gate over) {
        over.pass();
        return "dropped";
    }

    /** Starts a thread that calls the manager, as Python code within an operation may. */
    private Runner<Object> callBack(PythonInterpreterManager<FakeInterpreter> manager) {
        return Runner.start(
                "started",
                () -> {
                    joined.set(asOneOfPythons());
                    return manager.withInterpreter(python -> "called back");
                });
    }

    private static void watchedFor(Duration time, PythonInterpreterManager<?> manager) {
        Gate.spinUntil("long", () -> manager.dump().contains("long waits of this JVM"));
        long begun = System.nanoTime();
        Gate.spinUntil("watched", () -> System.nanoTime() - begun > time.toNanos());
    }
}
