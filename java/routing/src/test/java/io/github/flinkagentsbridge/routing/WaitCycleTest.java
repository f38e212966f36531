package io.github.flinkagentsbridge.routing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

class WaitCycleTest {
    /** Within this time a cycle must have been ended. */
    private static final long BOUND_NANOS = Duration.ofSeconds(2).toNanos();

    @RegisterExtension final Oracle oracle = new Oracle();
    private final FakeFactory factory = oracle.factory();
    private final FakeFactory otherFactory = oracle.factory();

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
                                joined.set(NativeThread.currentId());
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
    @DisplayName("B3: two managers that wait crosswise: the call that has not started is given up")
    void managersWaitCrosswise() throws Exception {
        try (var first = oracle.manager(factory, options -> options.laneLimit(1));
                var second = oracle.manager(otherFactory, options -> options.laneLimit(1))) {
            long begun = System.nanoTime();
            Throwable failure =
                    Runner.start(
                                    "source",
                                    () ->
                                            first.withInterpreter(
                                                    a ->
                                                            second.withInterpreter(
                                                                    b ->
                                                                            first.withInterpreter(
                                                                                    c -> c))))
                            .failure();
            assertThat(System.nanoTime() - begun).isLessThan(BOUND_NANOS);
            String one = first.name() + "-lane-1";
            String two = second.name() + "-lane-1";
            assertThat(failure)
                    .isInstanceOfSatisfying(
                            WaitCycleException.class,
                            e -> {
                                assertThat(e.actor()).isEqualTo(two);
                                assertThat(e.owner()).isEqualTo(one);
                                assertThat(e.cycle())
                                        .contains("'" + one + "' waits for lane '" + two + "'")
                                        .contains("'" + two + "' waits for lane '" + one + "'");
                            });
        }
    }

    @Test
    @DisplayName(
            "B3: D2: close inside of one's own operation, by way of another manager's lane, is taken"
                    + " back and refused; the manager stays open")
    void closesRoundACorner() throws Exception {
        try (var first = oracle.manager(factory, options -> options.laneLimit(1));
                var second = oracle.manager(otherFactory, options -> options.laneLimit(1))) {
            Throwable failure =
                    Runner.start(
                                    "source",
                                    () ->
                                            first.withInterpreter(
                                                    a ->
                                                            second.withInterpreter(
                                                                    b -> {
                                                                        first.abandon();
                                                                        return null;
                                                                    })))
                            .failure();
            assertThat(failure)
                    .isInstanceOf(ReentrantCloseException.class)
                    .hasMessageStartingWith("abandon() of manager '" + first.name() + "'")
                    .hasMessageContaining("state: OPEN again, since ")
                    .hasMessageContaining("waits for all operations to end, to close manager");
            assertThat(first.isOpen()).isTrue();
            Runner.runToEnd("next", () -> first.withInterpreter(FakeInterpreter::thread));
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
                                joined.set(NativeThread.currentId());
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
    @DisplayName("B3: the dump draws the graph over all managers, with Python's edges")
    void dumpDrawsTheGraph() throws Exception {
        Gate release = new Gate();
        PythonFrames frames = () -> ReportTest.sampleOf("lane-1", 4242L, "");
        try (var manager =
                        oracle.manager(
                                factory, options -> options.laneLimit(1).pythonFrames(frames));
                var other = oracle.manager(otherFactory)) {
            Runner<Object> caller =
                    Runner.start(
                            "caller",
                            () ->
                                    manager.withInterpreter(
                                            new Named(
                                                    "invoke 'slow'",
                                                    python -> {
                                                        release.pass();
                                                        return null;
                                                    })));
            String lane = manager.name() + "-lane-1";
            Gate.spinUntil("long", () -> other.dump().contains("long waits"));
            assertThat(other.dump())
                    .contains(
                            "\nlong waits of this JVM:",
                            "\n    'caller' waits for lane '" + lane + "' to finish invoke 'slow'",
                            "\n    '"
                                    + lane
                                    + "', running invoke 'slow' for 'caller', waits in Python for"
                                    + " the end of thread 4242");
            release.open();
            caller.result();
        }
    }

    @Test
    @DisplayName(
            "B3: Python that does not answer hides no cycle of Java's, and holds up nobody long")
    void pythonDoesNotAnswer() throws Exception {
        Gate never = new Gate();
        PythonFrames deaf =
                () -> {
                    never.pass();
                    return PythonSample.NONE;
                };
        try (var first =
                        oracle.manager(
                                factory, options -> options.laneLimit(1).pythonFrames(deaf));
                var second =
                        oracle.manager(
                                otherFactory, options -> options.laneLimit(1).pythonFrames(deaf))) {
            Runner<Object> waits =
                    Runner.start(
                            "source",
                            () ->
                                    first.withInterpreter(
                                            a ->
                                                    second.withInterpreter(
                                                            b -> first.withInterpreter(c -> c))));
            assertThat(waits.failure()).isInstanceOf(WaitCycleException.class);
        } finally {
            never.open();
        }
    }

    /** Starts a thread that calls the manager, as Python code within an operation may. */
    private Runner<Object> callBack(PythonInterpreterManager<FakeInterpreter> manager) {
        return Runner.start(
                "started",
                () -> {
                    joined.set(NativeThread.currentId());
                    return manager.withInterpreter(python -> "called back");
                });
    }

    private static void watchedFor(Duration time, PythonInterpreterManager<?> manager) {
        Gate.spinUntil("long", () -> manager.dump().contains("long waits of this JVM"));
        long begun = System.nanoTime();
        Gate.spinUntil("watched", () -> System.nanoTime() - begun > time.toNanos());
    }

    /** An operation with a name. */
    private static final class Named
            implements InterpreterOperation<FakeInterpreter, Object, Exception> {
        private final String name;
        private final InterpreterOperation<FakeInterpreter, Object, Exception> body;

        Named(String name, InterpreterOperation<FakeInterpreter, Object, Exception> body) {
            this.name = name;
            this.body = body;
        }

        @Override
        public Object run(FakeInterpreter python) throws Exception {
            return body.run(python);
        }

        @Override
        public String description() {
            return name;
        }
    }
}
