package io.github.flinkagentsbridge.routing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import java.time.Duration;

class WaitCycleTest {
    /** Within this time a cycle must have been ended. */
    private static final long BOUND_NANOS = Duration.ofSeconds(2).toNanos();

    @RegisterExtension final Oracle oracle = new Oracle();
    private final FakeFactory factory = oracle.factory();
    private final FakeFactory otherFactory = oracle.factory();

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
    @DisplayName("B2, B3: so is the owner's close woken that waits for the one that is taken back")
    void ownerClosesAfterWhatWasTakenBack() throws Exception {
        var first = oracle.manager(factory, options -> options.laneLimit(1));
        try (var second = oracle.manager(otherFactory, options -> options.laneLimit(1))) {
            Runner<Object> source =
                    Runner.start(
                            "source",
                            () ->
                                    first.withInterpreter(
                                            a ->
                                                    second.withInterpreter(
                                                            b -> {
                                                                first.abandon();
                                                                return null;
                                                            })));
            Gate.spinUntil("closing", () -> !first.isOpen());
            long begun = System.nanoTime();
            first.close();
            assertThat(System.nanoTime() - begun).isLessThan(Duration.ofSeconds(15).toNanos());
            assertThat(source.failure()).isInstanceOf(ReentrantCloseException.class);
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
