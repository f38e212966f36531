package io.github.flinkagentsbridge.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Threads that do not end by themselves when the manager closes. */
@SuppressWarnings("try")
class EndingTest {
    private static final Duration SHORT = Duration.ofMillis(100);

    @RegisterExtension final Oracle oracle = new Oracle();
    @RegisterExtension final CapturedLog log = new CapturedLog();
    private final FakeFactory factory = oracle.factory();

    @Test
    @DisplayName("R12: a worker that only an interrupt ends is interrupted, with a warning")
    void interruptsWorkersAfterHalfTheTime() throws Exception {
        Gate inside = new Gate();
        Future<?> neverRun;
        ExecutorService pool;
        try (var manager = oracle.manager(factory, o -> o.joinTimeout(Duration.ofSeconds(2)))) {
            AsyncExecutorThreadFactory threads = manager.managedThreads();
            pool = threads.manage(Executors.newFixedThreadPool(1, threads));
            pool.submit(
                    () -> {
                        manager.withInterpreter(FakeInterpreter::thread);
                        inside.open();
                        new CountDownLatch(1).await();
                        return null;
                    });
            inside.pass();
            neverRun = pool.submit(() -> {});
        }
        assertThat(pool.isTerminated()).isTrue();
        assertThat(neverRun.isCancelled()).isTrue();
        assertThat(log.with("interrupts worker threads that have not ended")).hasSize(1);
    }

    @Test
    @DisplayName("D7: that comes early enough for what is left of the deadline, not of joinTimeout")
    void interruptsInTimeForTheDeadline() throws Exception {
        Gate inside = new Gate();
        long begun;
        try (var manager =
                oracle.manager(
                        factory, o -> o.closeDeadline(SHORT).joinTimeout(Duration.ofSeconds(60)))) {
            Thread worker =
                    manager.managedThreads()
                            .newThread(
                                    () -> {
                                        inside.open();
                                        awaitInterrupt();
                                    });
            worker.start();
            inside.pass();
            begun = System.nanoTime();
        }
        // Half of the 10 s that threads get at least; of joinTimeout it would be 30 s.
        assertThat(System.nanoTime() - begun)
                .isBetween(Duration.ofSeconds(4).toNanos(), Duration.ofSeconds(15).toNanos());
    }

    @Test
    @DisplayName("R15: an interrupt does not cut the wait for a thread short, and is kept")
    void interruptedCloseJoinsOn() throws Exception {
        Gate inside = new Gate();
        Gate release = new Gate();
        Thread closer = Thread.currentThread();
        Thread worker;
        try (var manager = oracle.manager(factory)) {
            worker =
                    manager.managedThreads()
                            .newThread(
                                    () -> {
                                        inside.open();
                                        release.pass();
                                    });
            worker.start();
            inside.pass();
            Runner.start(
                    "interrupter",
                    () -> {
                        Gate.spinUntil("close began", () -> !manager.isOpen());
                        Gate.spinUntilParked(closer);
                        closer.interrupt();
                        Gate.spinUntil("noted", () -> !closer.isInterrupted());
                        Gate.spinUntilParked(closer);
                        release.open();
                        return null;
                    });
            manager.close();
            assertThat(Thread.interrupted()).isTrue();
            assertThat(worker.isAlive()).isFalse();
        }
    }

    @Test
    @DisplayName("R12: workers that end by themselves are not interrupted, nor spoken of")
    void interruptsNobodyWhoEnds() throws Exception {
        try (var manager = oracle.manager(factory)) {
            AsyncExecutorThreadFactory threads = manager.managedThreads();
            ExecutorService pool = threads.manage(Executors.newFixedThreadPool(2, threads));
            pool.submit(() -> manager.withInterpreter(FakeInterpreter::thread)).get();
            pool.submit(() -> manager.withInterpreter(FakeInterpreter::thread)).get();
        }
        assertThat(log.with("")).isEmpty();
    }

    @Test
    @DisplayName("R12: so is one that is of no pool, and its interpreter is closed")
    void interruptsWorkersOfNoPool() throws Exception {
        Gate inside = new Gate();
        Gate interrupted = new Gate();
        try (var manager = oracle.manager(factory, o -> o.joinTimeout(Duration.ofSeconds(2)))) {
            Thread worker =
                    manager.managedThreads()
                            .newThread(
                                    () -> {
                                        manager.withInterpreter(python -> python);
                                        inside.open();
                                        awaitInterrupt();
                                        interrupted.open();
                                    });
            worker.start();
            inside.pass();
        }
        interrupted.pass();
        assertThat(factory.made.get(1).closers).hasSize(1);
    }

    @Test
    @DisplayName(
            "R11: a worker that does not end in time keeps its interpreter; close says so and"
                    + " goes on")
    void leavesInterpreterOfEndlessWorker() throws Exception {
        oracle.expectLeaks(1);
        Gate inside = new Gate();
        Gate release = new Gate();
        var manager = oracle.manager(factory, options -> options.joinTimeout(SHORT));
        Thread worker =
                manager.managedThreads()
                        .newThread(
                                () -> {
                                    manager.withInterpreter(python -> python);
                                    inside.open();
                                    release.pass();
                                });
        worker.start();
        inside.pass();
        assertThatThrownBy(manager::close)
                .isInstanceOf(InterpreterLeakedException.class)
                .hasMessage(
                        "Closing the interpreter of thread '%s' of manager '%s' on thread '%s'"
                                + " failed (owner: '%s', state: the thread has not ended within"
                                + " PT0.1S). End what it runs before close(), or give a longer"
                                + " joinTimeout.",
                        worker.getName(),
                        manager.name(),
                        Thread.currentThread().getName(),
                        worker.getName());
        assertThat(manager.isClosed()).isTrue();
        assertThat(factory.made.get(0).closers).as("the primary is closed all the same").hasSize(1);
        assertThat(manager.statistics().interpretersLeaked()).isEqualTo(1);
        release.open();
        worker.join();
        assertThat(factory.made.get(1).closers).as("left is left").isEmpty();
    }

    @Test
    @DisplayName("R11: an interpreter whose close hangs on its lane is left, counted once")
    void leavesLaneThatDoesNotEnd() throws Exception {
        Gate release = new Gate();
        Gate closing = new Gate();
        var manager = oracle.manager(factory, options -> options.joinTimeout(SHORT));
        factory.duringClose =
                python -> {
                    if (!manager.isOwner()) {
                        closing.open();
                        release.pass();
                    }
                };
        Thread lane = Runner.runToEnd("s", () -> manager.withInterpreter(FakeInterpreter::thread));
        assertThatThrownBy(manager::close).isInstanceOf(InterpreterLeakedException.class);
        closing.pass();
        release.open();
        lane.join();
        assertThat(manager.statistics().interpretersLeaked()).isEqualTo(1);
        assertThat(manager.statistics().interpretersClosed()).isEqualTo(1);
        assertThat(manager.statistics().liveInterpreters()).isZero();
    }

    @Test
    @DisplayName("R12: a worker that outlives close without an interpreter is named in the log")
    void namesWorkersThatOutliveClose() throws Exception {
        Gate inside = new Gate();
        Gate release = new Gate();
        Thread worker;
        try (var manager = oracle.manager(factory, options -> options.joinTimeout(SHORT))) {
            worker =
                    manager.managedThreads()
                            .newThread(
                                    () -> {
                                        inside.open();
                                        release.pass();
                                    });
            worker.start();
            inside.pass();
        }
        assertThat(log.with("'" + worker.getName() + "' outlives its manager")).hasSize(1);
        release.open();
        worker.join();
    }

    private static void awaitInterrupt() {
        try {
            new CountDownLatch(1).await(2 * Gate.BOUND_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException expected) {
            // The thread ends now.
        }
    }
}
