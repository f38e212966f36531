package io.github.flinkagentsbridge.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;

class AsyncExecutorThreadFactoryTest {
    @RegisterExtension final Oracle oracle = new Oracle();
    @RegisterExtension final CapturedLog log = new CapturedLog();
    private final FakeFactory factory = oracle.factory();

    @Test
    @DisplayName("R3: threads are daemons, named by the manager, and make nothing by themselves")
    void makesNamedLazyDaemons() throws Exception {
        try (var manager = oracle.manager(factory)) {
            AsyncExecutorThreadFactory threads = manager.managedThreads();
            assertThat(manager.managedThreads()).isSameAs(threads);
            Thread first = threads.newThread(() -> {});
            Thread second = threads.newThread(() -> {});
            assertThat(first.isDaemon()).isTrue();
            assertThat(first.getName()).isEqualTo(manager.name() + "-worker-1");
            assertThat(second.getName()).isEqualTo(manager.name() + "-worker-2");
            first.start();
            first.join();
        }
        assertThat(factory.secondaries()).isEmpty();
    }

    @Test
    @DisplayName("R18: after its exit clean-up the thread is a source thread like any other")
    void managedIdentityEndsWithTheTaskLoop() throws Exception {
        AtomicReference<Thread> lateCallRanOn = new AtomicReference<>();
        try (var manager = oracle.manager(factory)) {
            Thread worker =
                    manager.managedThreads()
                            .newThread(
                                    () -> {
                                        manager.withInterpreter(python -> python);
                                        throw new IllegalStateException("task loop dies");
                                    });
            worker.setUncaughtExceptionHandler(
                    (thread, failure) -> lateCallRanOn.set(ranOn(manager)));
            worker.start();
            worker.join();
            assertThat(factory.made.get(1).closers).containsExactly(worker);
            assertThat(lateCallRanOn.get().getName()).isEqualTo(manager.name() + "-lane-1");
        }
    }

    @Test
    @DisplayName("R18: a call made while the exit hook closes the interpreter is refused")
    void refusesCallsDuringExitCleanUp() throws Exception {
        AtomicReference<Throwable> refusal = new AtomicReference<>();
        try (var manager = oracle.manager(factory)) {
            factory.duringClose =
                    python -> {
                        if (refusal.get() == null) {
                            refusal.set(failureOf(() -> manager.withInterpreter(p -> p)));
                        }
                    };
            Thread worker =
                    manager.managedThreads().newThread(() -> manager.withInterpreter(p -> p));
            worker.start();
            worker.join();
            assertThat(refusal.get())
                    .isInstanceOf(InterpreterNotReadyException.class)
                    .hasMessage(
                            "A call of manager '%s' on thread '%s' failed (owner: '%s', state:"
                                    + " this thread's interpreter is being closed). Make no call"
                                    + " while an interpreter is made or closed.",
                            manager.name(), worker.getName(), worker.getName());
            assertThat(factory.secondaries()).hasSize(1);
        }
    }

    @Test
    @DisplayName(
            "B2: D4: a worker that exits neither waits for a running call nor blocks a new one")
    void exitingWorkerBlocksNobody() throws Exception {
        Gate inside = new Gate();
        Gate release = new Gate();
        Gate exiting = new Gate();
        Gate finishExit = new Gate();
        try (var manager = oracle.manager(factory)) {
            Runner<Thread> longCall =
                    Runner.start(
                            "long",
                            () ->
                                    manager.withInterpreter(
                                            python -> {
                                                inside.open();
                                                release.pass();
                                                return python.thread();
                                            }));
            inside.pass();
            factory.duringClose =
                    python -> {
                        exiting.open();
                        finishExit.pass();
                    };
            Thread worker =
                    manager.managedThreads().newThread(() -> manager.withInterpreter(p -> p));
            worker.start();
            exiting.pass();
            assertThat(ranOn(manager)).isEqualTo(manager.owner());
            Runner.runToEnd("new", () -> manager.withInterpreter(FakeInterpreter::thread));
            assertThat(longCall.thread.isAlive() && worker.isAlive()).isTrue();
            finishExit.open();
            worker.join();
            assertThat(longCall.thread.isAlive()).isTrue();
            release.open();
            longCall.result();
        }
    }

    @Test
    @DisplayName("R11: a failed clean-up at a worker's exit, with nobody to throw it to, is logged")
    void logsAFailedExitCleanUp() throws Exception {
        try (var manager = oracle.manager(factory)) {
            factory.duringClose =
                    python -> {
                        throw new IllegalStateException("cannot close");
                    };
            Thread worker =
                    manager.managedThreads().newThread(() -> manager.withInterpreter(p -> p));
            worker.start();
            worker.join();
            assertThat(log.with("Closing the interpreter of thread '" + worker.getName()))
                    .hasSize(1);
            assertThat(manager.statistics().interpretersLeaked()).isEqualTo(1);
            factory.duringClose = python -> {};
        }
    }

    @Test
    @DisplayName("R12: close shuts a managed pool down, and its threads have really ended")
    void closeEndsManagedPools() throws Exception {
        ExecutorService pool;
        List<Thread> workers = new ArrayList<>();
        try (var manager = oracle.manager(factory)) {
            AsyncExecutorThreadFactory threads = manager.managedThreads();
            pool = threads.manage(Executors.newFixedThreadPool(2, threads));
            for (int i = 0; i < 2; i++) {
                workers.add(pool.submit(() -> ranOn(manager)).get());
            }
        }
        assertThat(pool.isTerminated()).isTrue();
        assertThat(workers).hasSize(2).noneMatch(Thread::isAlive);
        assertThat(factory.secondaries()).hasSize(2);
    }

    @Test
    @DisplayName("R12: a pool that replaces a dying thread during close still runs to its end")
    void poolMayReplaceThreadsWhileClosing() throws Exception {
        Gate release = new Gate();
        Future<Boolean> second;
        try (var manager = oracle.manager(factory)) {
            AsyncExecutorThreadFactory threads = manager.managedThreads();
            ExecutorService pool = threads.manage(Executors.newFixedThreadPool(1, threads));
            pool.execute(
                    () -> {
                        Thread.currentThread().setUncaughtExceptionHandler((t, e) -> {});
                        release.pass();
                        throw new IllegalStateException("the worker dies");
                    });
            second = pool.submit(manager::isOpen);
            Thread closer = Thread.currentThread();
            Runner.start(
                    "opener",
                    () -> {
                        Gate.spinUntil("close began", () -> !manager.isOpen());
                        Gate.spinUntilParked(closer);
                        release.open();
                        return null;
                    });
        }
        assertThat(second.get()).isFalse();
    }

    @Test
    @DisplayName("R18: threads that have ended are forgotten as new ones start")
    void forgetsThreadsThatHaveEnded() throws Exception {
        try (var manager = oracle.manager(factory)) {
            for (int i = 0; i < 3; i++) {
                Thread ended = manager.managedThreads().newThread(() -> ranOn(manager));
                ended.start();
                ended.join();
            }
            Gate release = new Gate();
            Thread alive = manager.managedThreads().newThread(release::pass);
            alive.start();
            assertThat(manager.dump())
                    .contains("worker '" + alive.getName())
                    .doesNotContain("-worker-1'", "-worker-2'", "-worker-3'");
            release.open();
        }
    }

    @Test
    @DisplayName("R16: no managed thread is made or started, and no pool taken, after close")
    void refusesAfterClose() {
        var manager = oracle.manager(factory);
        AsyncExecutorThreadFactory threads = manager.managedThreads();
        Thread unstarted = threads.newThread(() -> {});
        manager.close();
        assertThatThrownBy(() -> threads.newThread(() -> {}))
                .isInstanceOf(ManagerClosedException.class)
                .hasMessageStartingWith("Making a managed thread of manager");
        assertThatThrownBy(unstarted::start)
                .isInstanceOf(ManagerClosedException.class)
                .hasMessageStartingWith("Starting managed thread '" + unstarted.getName());
        assertThatThrownBy(() -> threads.manage(Executors.newCachedThreadPool(threads)))
                .isInstanceOf(ManagerClosedException.class)
                .hasMessageStartingWith("Managing a pool of manager");
    }

    @Test
    @DisplayName("R6: a managed thread's task is refused on any other thread")
    void refusesToRunOnAnotherThread() {
        try (var manager = oracle.manager(factory)) {
            Thread worker = manager.managedThreads().newThread(() -> {});
            assertThatThrownBy(worker::run)
                    .isInstanceOf(WrongThreadException.class)
                    .hasMessageEndingWith("Call start(); the thread must run its task itself.");
        }
    }

    @Test
    @DisplayName("R3: what a worker's operation throws is what its caller gets")
    void workerFailurePropagates() throws Exception {
        try (var manager = oracle.manager(factory)) {
            AsyncExecutorThreadFactory threads = manager.managedThreads();
            ExecutorService pool = threads.manage(Executors.newFixedThreadPool(1, threads));
            Exception failure = new Exception("checked");
            Future<Object> future =
                    pool.submit(
                            () ->
                                    manager.withInterpreter(
                                            python -> {
                                                throw failure;
                                            }));
            assertThatThrownBy(future::get)
                    .isInstanceOf(ExecutionException.class)
                    .satisfies(e -> assertThat(e.getCause()).isSameAs(failure));
        }
    }

    static Throwable failureOf(Runnable body) {
        try {
            body.run();
            return null;
        } catch (Throwable failure) {
            return failure;
        }
    }

    private static Thread ranOn(PythonInterpreterManager<FakeInterpreter> manager) {
        return manager.withInterpreter(python -> Thread.currentThread());
    }
}
