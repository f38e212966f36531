package io.github.flinkagentsbridge.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

// Closing a resource by hand is what is tested here.
@SuppressWarnings("try")
class CloseTest {
    @RegisterExtension final Oracle oracle = new Oracle();
    @RegisterExtension final CapturedLog log = new CapturedLog();
    private final FakeFactory factory = oracle.factory();

    @Test
    @DisplayName(
            "R16: close from another thread is refused with owner and remedy, and does nothing")
    void closeFromAnotherThread() throws Exception {
        try (var manager = oracle.manager(factory)) {
            Throwable refusal =
                    Runner.start(
                                    "stranger",
                                    () -> {
                                        manager.close();
                                        return null;
                                    })
                            .failure();
            assertThat(refusal)
                    .isInstanceOf(WrongThreadException.class)
                    .hasMessage(
                            "close() of manager '%s' on thread 'stranger' failed (owner: '%s',"
                                    + " state: OPEN). Call close() on the owner thread, or"
                                    + " abandon() where that thread cannot.",
                            manager.name(), Thread.currentThread().getName());
            assertThat(manager.isOpen()).isTrue();
        }
    }

    @Test
    @DisplayName("B2: D2: close from inside the owner's own operation is refused, and does nothing")
    void closeInsideOwnOperation() {
        try (var manager = oracle.manager(factory)) {
            assertThatThrownBy(
                            () ->
                                    manager.withInterpreter(
                                            python -> {
                                                manager.close();
                                                return null;
                                            }))
                    .isInstanceOf(ReentrantCloseException.class)
                    .hasMessageEndingWith(
                            "state: OPEN, inside an operation of this thread). Close after the"
                                    + " operation has returned, for close waits for it.");
            assertThat(manager.isOpen()).isTrue();
        }
    }

    @Test
    @DisplayName("B2, R11: D1: a lane comes back in while close waits; both get on")
    void laneReentersWhileClosing() throws Exception {
        Gate inside = new Gate();
        Gate closing = new Gate();
        Runner<Thread> caller;
        AtomicReference<Throwable> newCaller = new AtomicReference<>();
        try (var manager = oracle.manager(factory)) {
            caller =
                    Runner.start(
                            "source",
                            () ->
                                    manager.withInterpreter(
                                            outer -> {
                                                inside.open();
                                                closing.pass();
                                                newCaller.set(callOnNewThread(manager));
                                                return manager.withInterpreter(
                                                        FakeInterpreter::thread);
                                            }));
            inside.pass();
            openWhenParked(closing, manager, Thread.currentThread());
        }
        assertThat(caller.result().getName()).endsWith("-lane-1");
        assertThat(newCaller.get())
                .as("a thread that the operation started is a new caller")
                .isInstanceOf(ManagerClosedException.class)
                .hasMessageContaining("state: CLOSING");
    }

    @Test
    @DisplayName(
            "R11: close waits for a queued and a running call, also of a worker, and an"
                    + " interrupt does not cut it short")
    void closeWaitsForAdmittedCalls() throws Exception {
        Gate release = new Gate();
        List<Runner<Object>> callers = new ArrayList<>();
        boolean interrupted;
        try (var manager = oracle.manager(factory, options -> options.laneLimit(1))) {
            InterpreterOperation<FakeInterpreter, Object, Exception> stay =
                    python ->
                            python.use(
                                    () -> {
                                        release.pass();
                                        return "done";
                                    });
            callers.add(Runner.start("running", () -> manager.withInterpreter(stay)));
            Gate.spinUntil(
                    "runs", () -> manager.dump().contains("running an operation for 'running'"));
            callers.add(Runner.start("queued", () -> manager.withInterpreter(stay)));
            Gate.spinUntil("queued", () -> manager.dump().contains("1 queued"));
            Thread worker = manager.managedThreads().newThread(() -> sneaky(manager, stay));
            worker.start();
            Gate.spinUntil("worker inside", () -> manager.dump().contains("tickets 3"));
            Thread closer = Thread.currentThread();
            Runner.start(
                    "interrupter",
                    () -> {
                        Gate.spinUntil("close began", () -> !manager.isOpen());
                        closer.interrupt();
                        Gate.spinUntil("noted", () -> !closer.isInterrupted());
                        Gate.spinUntilParked(closer);
                        assertThat(factory.made).allMatch(python -> python.closers.isEmpty());
                        release.open();
                        return null;
                    });
            manager.close();
            interrupted = Thread.interrupted();
        }
        assertThat(interrupted).isTrue();
        for (Runner<Object> caller : callers) {
            assertThat(caller.result()).isEqualTo("done");
        }
    }

    @Test
    @DisplayName("R12: workers end before lanes close, and lanes end before the primary is closed")
    void closesInOrder() throws Exception {
        List<String> order = Collections.synchronizedList(new ArrayList<>());
        List<Thread> threads = new ArrayList<>();
        factory.duringClose =
                python -> {
                    order.add(python.maker.getName().replaceFirst(".*-(lane|worker)-.*", "$1"));
                    threads.stream().filter(Thread::isAlive).forEach(t -> order.add(t.getName()));
                };
        String owner = Thread.currentThread().getName();
        String worker;
        String lane;
        try (var manager = oracle.manager(factory)) {
            ExecutorService pool =
                    manager.managedThreads()
                            .manage(Executors.newFixedThreadPool(1, manager.managedThreads()));
            threads.add(pool.submit(() -> manager.withInterpreter(p -> p).maker).get());
            threads.add(Runner.runToEnd("s", () -> manager.withInterpreter(p -> p).maker));
            worker = threads.get(0).getName();
            lane = threads.get(1).getName();
        }
        assertThat(order).containsExactly("worker", worker, lane, "lane", lane, owner);
    }

    @Test
    @DisplayName("R17: every clean-up is tried; the first failure is thrown, the rest suppressed")
    void triesEveryCleanUp() throws Exception {
        factory.duringClose =
                python -> {
                    throw new IllegalStateException("close of " + python.number);
                };
        var manager = oracle.manager(factory);
        ExecutorService pool =
                manager.managedThreads()
                        .manage(Executors.newFixedThreadPool(1, manager.managedThreads()));
        int worker = pool.submit(() -> manager.withInterpreter(p -> p).number).get();
        int lane = Runner.runToEnd("s", () -> manager.withInterpreter(p -> p).number);
        assertThatThrownBy(manager::close)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("close of " + worker)
                .satisfies(
                        first ->
                                assertThat(first.getSuppressed())
                                        .extracting(Throwable::getMessage)
                                        .containsExactly("close of " + lane, "close of 0"));
        assertThat(manager.isClosed()).isTrue();
        assertThat(log.with("")).as("thrown, so not logged").isEmpty();
        assertThat(manager.statistics().interpretersLeaked()).isEqualTo(3);
        assertThat(manager.statistics().liveInterpreters()).isZero();
        manager.close();
    }

    @Test
    @DisplayName("R17: a wait for operations that fails is thrown when all else has been closed")
    void closesAlthoughItsWaitFails() throws Exception {
        Gate release = new Gate();
        Gate waits = new Gate();
        AtomicReference<PythonInterpreterManager<FakeInterpreter>> made = new AtomicReference<>();
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Uninterruptible owner =
                new Uninterruptible(
                        () -> {
                            made.set(oracle.manager(factory));
                            waits.pass();
                            thrown.set(catchThrowable(made.get()::close));
                        });
        owner.start();
        Gate.spinUntil("made", () -> made.get() != null);
        Runner<Object> running = Runner.start("running", () -> stay(made.get(), release));
        Gate.spinUntil("runs", () -> made.get().dump().contains("interpreter inside"));
        waits.open();
        Gate.spinUntil("close waits", () -> made.get().dump().contains("to close"));
        owner.markInterrupted();
        Gate.spinUntil("its interrupt is noted", () -> !owner.isInterrupted());
        release.open();
        running.result();
        owner.join(TimeUnit.SECONDS.toMillis(Gate.BOUND_SECONDS));
        assertThat(thrown.get()).hasMessage("not to be interrupted");
        assertThat(made.get().isClosed()).isTrue();
    }

    private static Object stay(PythonInterpreterManager<FakeInterpreter> manager, Gate release) {
        return manager.withInterpreter(
                python -> {
                    release.pass();
                    return null;
                });
    }

    /** A thread whose interrupt is overridden and fails. */
    private static final class Uninterruptible extends Thread {
        Uninterruptible(Runnable body) {
            super(body, "owner");
            setDaemon(true);
        }

        void markInterrupted() {
            super.interrupt();
        }

        @Override
        public void interrupt() {
            throw new UnsupportedOperationException("not to be interrupted");
        }
    }

    @Test
    @DisplayName("R17: a checked failure of close is wrapped once, with its cause")
    void wrapsCheckedFailures() {
        Exception failure = new Exception("checked");
        factory.duringClose =
                python -> {
                    throw failure;
                };
        var manager = oracle.manager(factory);
        assertThatThrownBy(manager::close).isInstanceOf(BridgeException.class).hasCause(failure);
    }

    @Test
    @DisplayName("R17: a pool that cannot be shut down keeps nothing else from ending")
    void poolThatCannotBeShutDown() throws Exception {
        var manager = oracle.manager(factory);
        AsyncExecutorThreadFactory threads = manager.managedThreads();
        threads.manage(new StubbornPool());
        ExecutorService pool = threads.manage(Executors.newFixedThreadPool(1, threads));
        pool.submit(() -> manager.withInterpreter(FakeInterpreter::thread)).get();
        assertThatThrownBy(manager::close)
                .isInstanceOf(SecurityException.class)
                .hasMessage("not allowed");
        assertThat(pool.isTerminated()).isTrue();
        assertThat(manager.isClosed()).isTrue();
    }

    @Test
    @DisplayName("R11: a call from inside a close of an interpreter is refused, on every thread")
    void refusesCallsWhileInterpretersClose() throws Exception {
        List<Throwable> refusals = Collections.synchronizedList(new ArrayList<>());
        var manager = oracle.manager(factory);
        factory.duringClose =
                python -> {
                    refusals.add(
                            AsyncExecutorThreadFactoryTest.failureOf(
                                    () -> manager.withInterpreter(p -> p)));
                    if (manager.isOwner()) {
                        manager.close();
                    }
                };
        Runner.runToEnd("s", () -> manager.withInterpreter(FakeInterpreter::thread));
        manager.close();
        assertThat(refusals)
                .hasSize(2)
                .allMatch(refusal -> refusal instanceof ManagerClosedException);
    }

    private static Throwable callOnNewThread(PythonInterpreterManager<FakeInterpreter> manager)
            throws Exception {
        return Runner.start("started", () -> manager.withInterpreter(FakeInterpreter::thread))
                .failure();
    }

    private static void openWhenParked(
            Gate gate, PythonInterpreterManager<?> manager, Thread closer) {
        Runner.start(
                "opener",
                () -> {
                    Gate.spinUntil("close began", () -> !manager.isOpen());
                    Gate.spinUntilParked(closer);
                    gate.open();
                    return null;
                });
    }

    private static void sneaky(
            PythonInterpreterManager<FakeInterpreter> manager,
            InterpreterOperation<FakeInterpreter, Object, Exception> operation) {
        try {
            manager.withInterpreter(operation);
        } catch (Exception failure) {
            throw new AssertionError(failure);
        }
    }

    private static final class StubbornPool extends ForkJoinPool {
        StubbornPool() {
            super(1);
        }

        @Override
        public void shutdown() {
            throw new SecurityException("not allowed");
        }
    }
}
