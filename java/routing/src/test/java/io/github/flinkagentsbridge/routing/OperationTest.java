package io.github.flinkagentsbridge.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;

class OperationTest {
    @RegisterExtension final Oracle oracle = new Oracle();
    private final FakeFactory factory = oracle.factory();

    @Test
    @DisplayName("R2: the owner runs inline on the primary, nested and by enterOwner() too")
    void ownerRunsInlineOnThePrimary() throws Exception {
        FakeInterpreter primary;
        try (var manager = oracle.manager(factory)) {
            primary = manager.enterOwner();
            FakeInterpreter nested = manager.withInterpreter(python -> manager.enterOwner());
            manager.exitOwner();
            manager.exitOwner();
            assertThat(manager.withInterpreter(FakeInterpreter::thread))
                    .isSameAs(Thread.currentThread());
            assertThat(List.of(primary, nested)).containsOnly(factory.made.get(0));
            assertThat(manager.statistics().ownerCalls()).isEqualTo(4);
            assertThat(manager.statistics().lanes()).isZero();
        }
        assertThat(factory.secondaries()).isEmpty();
    }

    @Test
    @DisplayName("R9: nothing comes in between the steps of one operation on a lane")
    void operationsOnOneLaneDoNotInterleave() throws Exception {
        List<String> steps = new ArrayList<>();
        try (var manager = oracle.manager(factory, options -> options.laneLimit(1))) {
            Gate firstStepDone = new Gate();
            Gate otherQueued = new Gate();
            Runner<Boolean> first =
                    Runner.start(
                            "first",
                            () ->
                                    manager.withInterpreter(
                                            python -> {
                                                python.use(() -> steps.add("first: convert"));
                                                firstStepDone.open();
                                                otherQueued.pass();
                                                return python.use(() -> steps.add("first: call"));
                                            }));
            firstStepDone.pass();
            Runner<Boolean> other =
                    Runner.start(
                            "other",
                            () ->
                                    manager.withInterpreter(
                                            python -> python.use(() -> steps.add("other"))));
            Gate.spinUntil("queued", () -> manager.dump().contains("1 queued"));
            otherQueued.open();
            first.result();
            other.result();
        }
        assertThat(steps).containsExactly("first: convert", "first: call", "other");
    }

    @Test
    @DisplayName("R5: a managed worker that comes back in uses its bound interpreter")
    void workerReenters() throws Exception {
        try (var manager = oracle.manager(factory)) {
            AsyncExecutorThreadFactory threads = manager.managedThreads();
            ExecutorService pool = threads.manage(Executors.newFixedThreadPool(1, threads));
            boolean same =
                    pool.submit(
                                    () ->
                                            manager.withInterpreter(
                                                    outer ->
                                                            manager.withInterpreter(
                                                                    inner -> inner == outer)))
                            .get();
            assertThat(same).isTrue();
            assertThat(manager.statistics().workerCalls()).isEqualTo(1);
            assertThat(manager.statistics().reentrantCalls()).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("R9: a thread that an operation starts is a caller of its own, on another lane")
    void threadStartedInsideIsANewCaller() throws Exception {
        try (var manager = oracle.manager(factory, options -> options.laneLimit(2))) {
            List<FakeInterpreter> seen = new ArrayList<>();
            Runner.runToEnd(
                    "source",
                    () ->
                            manager.withInterpreter(
                                    outer -> {
                                        seen.add(outer);
                                        return Runner.runToEnd(
                                                "started",
                                                () -> manager.withInterpreter(seen::add));
                                    }));
            assertThat(seen).hasSize(2).doesNotHaveDuplicates();
        }
    }

    @Test
    @DisplayName("R13: every new interpreter is prepared on its thread before its first use")
    void preparesBeforeFirstUse() throws Exception {
        List<String> steps = new ArrayList<>();
        factory.duringCreate = none -> steps.add("create on " + Thread.currentThread().getName());
        factory.duringPrepare = made -> steps.add("prepare on " + Thread.currentThread().getName());
        try (var manager = oracle.manager(factory)) {
            InterpreterOperation<FakeInterpreter, Boolean, Exception> use =
                    python -> python.use(() -> steps.add("use"));
            Runner.runToEnd("source", () -> manager.withInterpreter(use));
            Runner.runToEnd("source", () -> manager.withInterpreter(use));
            String lane = manager.name() + "-lane-1";
            assertThat(steps)
                    .containsExactly("create on " + lane, "prepare on " + lane, "use", "use");
        }
    }

    @Test
    @DisplayName("R13: what the preparation calls back runs on the interpreter being prepared")
    void preparationMayCallBack() throws Exception {
        AtomicReference<FakeInterpreter> seen = new AtomicReference<>();
        try (var manager = oracle.manager(factory)) {
            factory.duringPrepare = python -> seen.set(manager.withInterpreter(current -> current));
            Runner.runToEnd("source", () -> manager.withInterpreter(FakeInterpreter::thread));
            assertThat(seen.get()).isSameAs(factory.made.get(1));
        }
    }

    @Test
    @DisplayName(
            "R14: a call while this thread's interpreter is being made is refused, and not"
                    + " served by another")
    void refusesCallsWhileMaking() throws Exception {
        try (var manager = oracle.manager(factory)) {
            factory.duringCreate = none -> manager.withInterpreter(FakeInterpreter::thread);
            Runner<Thread> caller =
                    Runner.start("source", () -> manager.withInterpreter(FakeInterpreter::thread));
            assertThat(caller.failure())
                    .isInstanceOf(InterpreterNotReadyException.class)
                    .hasMessageContaining("this thread's interpreter is being made");
            assertThat(manager.statistics().refusedCalls()).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("B10: a manager tells what it was made with")
    void tellsItsOptions() {
        try (var manager = oracle.manager(factory, options -> options.laneLimit(7))) {
            assertThat(manager.options().laneLimit()).isEqualTo(7);
            assertThat(manager.options().name()).isEqualTo(manager.name());
        }
    }

    @Test
    @DisplayName("R9: a missing operation is refused before anything is made")
    void refusesNull() {
        try (var manager = oracle.manager(factory)) {
            assertThatThrownBy(() -> manager.withInterpreter(null))
                    .isInstanceOf(NullPointerException.class)
                    .hasMessage("operation");
        }
    }
}
