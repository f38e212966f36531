package io.github.flinkagentsbridge.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

class CallLimitsTest {
    private static final Duration SHORT = Duration.ofMillis(60);
    private static final CallOptions START_SOON = CallOptions.PATIENT.startWithin(SHORT);
    private static final CallOptions RETURN_SOON = CallOptions.PATIENT.returnWithin(SHORT);

    @RegisterExtension final Oracle oracle = new Oracle();
    @RegisterExtension final CapturedLog log = new CapturedLog();
    private final FakeFactory factory = oracle.factory();
    private final Gate release = new Gate();
    private final AtomicBoolean ran = new AtomicBoolean();

    @Test
    @DisplayName("B4: a queued call that did not start in time is given up, and never runs")
    void givesUpQueuedCall() throws Exception {
        try (var manager = oracle.manager(factory, options -> options.laneLimit(1))) {
            Runner<Object> occupant = occupy(manager, "occupant");
            for (CallOptions limits : new CallOptions[] {START_SOON, RETURN_SOON}) {
                Throwable failure =
                        Runner.start("hasty", () -> manager.withInterpreter(this::run, limits))
                                .failure();
                assertThat(failure)
                        .isInstanceOfSatisfying(
                                CallTimeoutException.class,
                                e -> {
                                    assertThat(e.started()).isFalse();
                                    assertThat(e.lane()).isEqualTo(manager.name() + "-lane-1");
                                })
                        .hasMessage(
                                "Waiting for an operation of manager '%1$s' on thread 'hasty' failed"
                                        + " (owner: '%1$s-lane-1', state: queued behind an operation"
                                        + " for 'occupant'). It was given up and never ran. Give it"
                                        + " more time, or give more lanes.",
                                manager.name());
            }
            assertThat(manager.dump()).contains("tickets 1", "0 queued");
            release.open();
            occupant.result();
            Runner.runToEnd("next", () -> manager.withInterpreter(FakeInterpreter::thread));
            assertThat(manager.dump()).contains("tickets 0");
        }
        assertThat(ran).isFalse();
    }

    @Test
    @DisplayName("B4, R15: a call that started in time is waited for, however long it takes")
    void waitsForStartedCall() throws Exception {
        try (var manager = oracle.manager(factory)) {
            Runner<Object> caller =
                    Runner.start("c", () -> manager.withInterpreter(p -> stay(p), START_SOON));
            Gate.spinUntil("runs", () -> manager.dump().contains("interpreter inside"));
            long begun = System.nanoTime();
            Gate.spinUntil("late", () -> System.nanoTime() - begun > 3 * SHORT.toNanos());
            Gate.spinUntilParked(caller.thread);
            release.open();
            assertThat(caller.result()).isEqualTo("stayed");
        }
    }

    @Test
    @DisplayName(
            "B4: with both limits a call that started in time has until the second one, which counts"
                    + " from the call too")
    void bothLimits() throws Exception {
        CallOptions ample = START_SOON.returnWithin(Duration.ofSeconds(Gate.BOUND_SECONDS));
        CallOptions tight =
                CallOptions.PATIENT
                        .startWithin(Duration.ofMillis(2000))
                        .returnWithin(Duration.ofMillis(2050));
        try (var manager = oracle.manager(factory, options -> options.laneLimit(2))) {
            Runner<Object> patient =
                    Runner.start("patient", () -> manager.withInterpreter(this::stay, ample));
            Gate.spinUntil("runs", () -> manager.dump().contains("interpreter inside"));
            long begun = System.nanoTime();
            assertThat(
                            Runner.start("hasty", () -> manager.withInterpreter(this::stay, tight))
                                    .failure())
                    .isInstanceOf(CallTimeoutException.class);
            // Counted from the end of the first limit it would be 4,050 ms.
            assertThat(System.nanoTime() - begun).isLessThan(Duration.ofMillis(4000).toNanos());
            release.open();
            assertThat(patient.result()).isEqualTo("stayed");
        }
    }

    @Test
    @DisplayName(
            "B4: a wait may end while the call runs; it runs to its end without its caller, which"
                    + " may be dead by then, keeps its ticket until then, and its failure is told")
    void leavesStartedCall() throws Exception {
        try (var manager = oracle.manager(factory, options -> options.laneLimit(1))) {
            Runner<Object> caller =
                    Runner.start(
                            "hasty",
                            () ->
                                    manager.withInterpreter(
                                            python -> {
                                                stay(python);
                                                throw new IllegalStateException("unheard");
                                            },
                                            RETURN_SOON));
            assertThat(caller.failure())
                    .isInstanceOfSatisfying(
                            CallTimeoutException.class, e -> assertThat(e.started()).isTrue())
                    .hasMessageContaining(
                            "state: started, and runs on). What it returns is dropped");
            caller.join();
            assertThat(manager.dump()).contains("tickets 1");
            release.open();
            Runner.runToEnd("next", () -> manager.withInterpreter(FakeInterpreter::thread));
            Gate.spinUntil(
                    "told", () -> !log.with("no longer waited for it, has failed").isEmpty());
            assertThat(manager.dump()).contains("tickets 0");
            assertThat(manager.statistics().sourceThreads()).as("the dead hold nothing").isZero();
        }
    }

    @Test
    @DisplayName("B4: limits are for lanes: owner, workers and nested calls run inline as ever")
    void inlineCallsHaveNoLimit() throws Exception {
        try (var manager = oracle.manager(factory)) {
            boolean inline = manager.withInterpreter(p -> waitedLong(), RETURN_SOON);
            assertThat(inline).isTrue();
            boolean nested =
                    Runner.runToEnd(
                            "s",
                            () ->
                                    manager.withInterpreter(
                                            p ->
                                                    manager.withInterpreter(
                                                            q -> waitedLong(), RETURN_SOON)));
            assertThat(nested).isTrue();
        }
    }

    @Test
    @DisplayName("B4: a full lane refuses one more call, old caller or new, and says so")
    void refusesWhenQueueIsFull() throws Exception {
        Runner<Object> first;
        Runner<Object> second;
        Gate called = new Gate();
        Gate again = new Gate();
        try (var manager =
                oracle.manager(factory, options -> options.laneLimit(1).laneQueueLimit(1))) {
            Runner<Object> known =
                    Runner.start(
                            "known",
                            () -> {
                                manager.withInterpreter(FakeInterpreter::thread);
                                called.open();
                                again.pass();
                                return manager.withInterpreter(this::run);
                            });
            called.pass();
            first = occupy(manager, "first");
            second = Runner.start("second", () -> manager.withInterpreter(p -> "second"));
            Gate.spinUntil("queued", () -> manager.dump().contains("1 queued"));
            again.open();
            String lane = manager.name() + "-lane-1";
            assertThat(known.failure())
                    .isInstanceOfSatisfying(
                            LaneFullException.class, e -> assertThat(e.limit()).isEqualTo(1))
                    .hasMessage(
                            "A call of manager '%s' on thread 'known' failed (owner: '%s', state: 1"
                                    + " calls wait for lane '%s' already). It never ran. Make fewer"
                                    + " calls at once, or give more lanes or a higher"
                                    + " laneQueueLimit.",
                            manager.name(), lane, lane);
            assertThat(Runner.start("new", () -> manager.withInterpreter(this::run)).failure())
                    .isInstanceOf(LaneFullException.class);
            assertThat(manager.dump()).contains("tickets 2");
            assertThat(manager.statistics().refusedCalls()).isEqualTo(2);
            release.open();
            assertThat(first.result()).isEqualTo("stayed");
            assertThat(second.result()).isEqualTo("second");
            Runner.runToEnd("after", () -> manager.withInterpreter(FakeInterpreter::thread));
        }
        assertThat(ran).isFalse();
    }

    @Test
    @DisplayName("B4: at the limit a new thread gets a lane with room rather than the least held")
    void prefersLaneWithRoom() throws Exception {
        try (var manager =
                oracle.manager(factory, options -> options.laneLimit(2).laneQueueLimit(1))) {
            Runner<Object> a = occupy(manager, "a");
            Runner<Object> b = Runner.start("b", () -> manager.withInterpreter(this::stay));
            Gate.spinUntil(
                    "both run", () -> manager.dump().contains("running an operation for 'b'"));
            Runner<Object> c = Runner.start("c", () -> manager.withInterpreter(this::stay));
            Gate.spinUntil("queued", () -> manager.dump().contains("1 queued"));
            Runner<Object> d = Runner.start("d", () -> manager.withInterpreter(this::stay));
            Gate.spinUntil("queued", () -> manager.dump().contains("'d' waits for"));
            assertThat(Runner.start("e", () -> manager.withInterpreter(this::run)).failure())
                    .isInstanceOf(LaneFullException.class);
            release.open();
            for (Runner<Object> runner : List.of(a, b, c, d)) {
                assertThat(runner.result()).isEqualTo("stayed");
            }
        }
    }

    @Test
    @DisplayName("B4: also if that one is held by more threads than the full one")
    void prefersRoomToFewHolders() throws Exception {
        Gate over = new Gate();
        try (var manager =
                oracle.manager(factory, options -> options.laneLimit(2).laneQueueLimit(1))) {
            List<Runner<Object>> all = new ArrayList<>();
            all.add(occupy(manager, "first"));
            for (String idle : List.of("idle-1", "idle-2", "idle-3")) {
                all.add(Runner.start(idle, () -> callThenLive(manager, over)));
                Gate.spinUntil("served", () -> manager.statistics().laneCalls() == all.size());
                Gate.spinUntil("idle", () -> manager.dump().contains("tickets 1"));
            }
            all.add(Runner.start("second", () -> manager.withInterpreter(this::stay)));
            Gate.spinUntil(
                    "runs", () -> manager.dump().contains("running an operation for 'second'"));
            all.add(Runner.start("third", () -> manager.withInterpreter(this::stay)));
            Gate.spinUntil("queued", () -> manager.dump().contains("'third' waits for"));
            assertThat(manager.dump()).contains("lane-1': running an operation for 'first', 1 q");
            all.add(Runner.start("fourth", () -> manager.withInterpreter(this::stay)));
            Gate.spinUntil("queued", () -> manager.dump().contains("'fourth' waits for"));
            assertThat(manager.dump()).contains("lane-2': running an operation for 'second', 1 q");
            over.open();
            release.open();
            for (Runner<Object> each : all) {
                assertThat(each.result()).isEqualTo("stayed");
            }
        }
    }

    private static Object callThenLive(
            PythonInterpreterManager<FakeInterpreter> manager, Gate over) {
        manager.withInterpreter(python -> python);
        over.pass();
        return "stayed";
    }

    @Test
    @DisplayName("R16: limits that make no sense are refused")
    void refusesBadLimits() {
        for (Duration bad : new Duration[] {null, Duration.ZERO, Duration.ofSeconds(-1)}) {
            assertThatThrownBy(() -> CallOptions.PATIENT.startWithin(bad))
                    .isInstanceOf(InvalidOptionException.class)
                    .hasMessageContaining("startWithin");
            assertThatThrownBy(() -> CallOptions.PATIENT.returnWithin(bad))
                    .isInstanceOf(InvalidOptionException.class)
                    .hasMessageContaining("returnWithin");
        }
        assertThat(START_SOON.returnWithin(SHORT.multipliedBy(2)).startWithin()).isEqualTo(SHORT);
        assertThat(RETURN_SOON.returnWithin()).isEqualTo(SHORT);
    }

    private Runner<Object> occupy(PythonInterpreterManager<FakeInterpreter> manager, String name) {
        Runner<Object> occupant = Runner.start(name, () -> manager.withInterpreter(this::stay));
        Gate.spinUntil("runs", () -> manager.dump().contains("interpreter inside"));
        return occupant;
    }

    private Object stay(FakeInterpreter python) {
        release.pass();
        return "stayed";
    }

    private Object run(FakeInterpreter python) {
        ran.set(true);
        return null;
    }

    private static boolean waitedLong() {
        long begun = System.nanoTime();
        Gate.spinUntil("late", () -> System.nanoTime() - begun > 2 * SHORT.toNanos());
        return true;
    }
}
