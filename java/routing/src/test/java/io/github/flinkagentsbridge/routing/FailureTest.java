package io.github.flinkagentsbridge.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;

class FailureTest {
    @RegisterExtension final Oracle oracle = new Oracle();
    private final FakeFactory factory = oracle.factory();

    @Test
    @DisplayName("R14: what an operation throws is the caller's, the very object, checked or not")
    void operationFailurePropagatesAsItIs() throws Exception {
        try (var manager = oracle.manager(factory)) {
            for (Throwable failure :
                    new Throwable[] {
                        new IOException("checked"), new IllegalStateException("x"), new Error("e")
                    }) {
                Callable<Object> call =
                        () -> {
                            throw Failures.<Exception>asItIs(failure);
                        };
                InterpreterOperation<FakeInterpreter, Object, Exception> fail = p -> p.use(call);
                assertThat(Runner.start("s", () -> manager.withInterpreter(fail)).failure())
                        .isSameAs(failure);
                assertThatThrownBy(() -> manager.withInterpreter(fail)).isSameAs(failure);
            }
            assertThat(Runner.start("s", () -> manager.withInterpreter(p -> p)).result())
                    .isSameAs(factory.made.get(1));
        }
    }

    @Test
    @DisplayName("R14: an operation is run once, also when it fails")
    void doesNotRetry() throws Exception {
        AtomicInteger runs = new AtomicInteger();
        try (var manager = oracle.manager(factory)) {
            Runner<Object> caller =
                    Runner.start(
                            "source",
                            () ->
                                    manager.withInterpreter(
                                            python -> {
                                                runs.incrementAndGet();
                                                throw new IllegalStateException("once");
                                            }));
            assertThat(caller.failure()).hasMessage("once");
        }
        assertThat(runs).hasValue(1);
    }

    @Test
    @DisplayName("R14: a lane lives on after a stack overflow")
    void laneSurvivesStackOverflow() throws Exception {
        try (var manager = oracle.manager(factory)) {
            Runner<Object> caller =
                    Runner.start("s", () -> manager.withInterpreter(python -> descend(0)));
            assertThat(caller.failure()).isInstanceOf(StackOverflowError.class);
            Runner.runToEnd("t", () -> manager.withInterpreter(FakeInterpreter::thread));
            assertThat(manager.statistics().lanes()).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("R14: a start that fails is the caller's failure; the next operation tries anew")
    void failedCreatePropagatesAndIsTriedAnew() throws Exception {
        Exception failure = new Exception("no interpreter");
        factory.duringCreate =
                none -> {
                    throw failure;
                };
        try (var manager = oracle.manager(factory)) {
            assertThat(startFailure(manager)).isSameAs(failure);
            assertThat(factory.secondaries()).isEmpty();
            factory.duringCreate = none -> {};
            Runner.runToEnd("again", () -> manager.withInterpreter(FakeInterpreter::thread));
            assertThat(factory.secondaries()).hasSize(1);
            assertThat(manager.statistics().lanes()).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("R14: a half-made interpreter is closed before the failure is handed over")
    void halfMadeInterpreterIsClosedFirst() throws Exception {
        IOException failure = new IOException("import failed");
        factory.duringPrepare =
                python -> {
                    throw failure;
                };
        try (var manager = oracle.manager(factory)) {
            assertThat(startFailure(manager)).isSameAs(failure).hasNoSuppressedExceptions();
            assertThat(factory.made.get(1).closers).hasSize(1);
            factory.duringPrepare = python -> {};
            Runner.runToEnd("again", () -> manager.withInterpreter(FakeInterpreter::thread));
            assertThat(factory.made.get(2).closers).isEmpty();
        }
    }

    @Test
    @DisplayName("R14: a failure to close the half-made interpreter is suppressed, not thrown")
    void failureToCloseHalfMadeIsSuppressed() throws Exception {
        IOException failure = new IOException("import failed");
        IllegalStateException another = new IllegalStateException("close failed");
        factory.duringPrepare =
                python -> {
                    throw failure;
                };
        factory.duringClose =
                python -> {
                    throw another;
                };
        try (var manager = oracle.manager(factory)) {
            assertThat(startFailure(manager)).isSameAs(failure).hasSuppressedException(another);
            assertThat(manager.statistics().interpretersLeaked()).isEqualTo(1);
            factory.duringClose = python -> {};
        }
    }

    @Test
    @DisplayName("R15: an interrupted caller gets its result, and then its interrupt")
    void interruptedCallerFinishes() throws Exception {
        Gate inside = new Gate();
        Gate release = new Gate();
        try (var manager = oracle.manager(factory)) {
            Runner<String> caller =
                    Runner.start(
                            "source",
                            () -> {
                                String result =
                                        manager.withInterpreter(
                                                python -> {
                                                    inside.open();
                                                    release.pass();
                                                    return "result";
                                                });
                                return result + Thread.currentThread().isInterrupted();
                            });
            inside.pass();
            caller.thread.interrupt();
            Gate.spinUntil("taken note of", () -> !caller.thread.isInterrupted());
            Gate.spinUntilParked(caller.thread);
            assertThat(manager.statistics().lanes()).isEqualTo(1);
            release.open();
            assertThat(caller.result()).isEqualTo("resulttrue");
        }
    }

    @Test
    @DisplayName("R15: a caller that is interrupted already is served all the same")
    void callerInterruptedBeforehandIsServed() throws Exception {
        try (var manager = oracle.manager(factory)) {
            Runner<Boolean> caller =
                    Runner.start(
                            "source",
                            () -> {
                                Thread.currentThread().interrupt();
                                manager.withInterpreter(FakeInterpreter::thread);
                                return Thread.currentThread().isInterrupted();
                            });
            assertThat(caller.result()).isTrue();
        }
    }

    @Test
    @DisplayName("R15: an interrupt that one operation leaves on the lane does not reach the next")
    void leftInterruptDoesNotReachTheNext() throws Exception {
        try (var manager = oracle.manager(factory)) {
            Runner.runToEnd(
                    "one",
                    () ->
                            manager.withInterpreter(
                                    python -> {
                                        Thread.currentThread().interrupt();
                                        return null;
                                    }));
            boolean interrupted =
                    Runner.runToEnd(
                            "two",
                            () ->
                                    manager.withInterpreter(
                                            p -> Thread.currentThread().isInterrupted()));
            assertThat(interrupted).isFalse();
        }
    }

    private static Throwable startFailure(PythonInterpreterManager<FakeInterpreter> manager)
            throws Exception {
        return Runner.start("source", () -> manager.withInterpreter(FakeInterpreter::thread))
                .failure();
    }

    private static int descend(int depth) {
        return descend(depth + 1) + 1;
    }
}
