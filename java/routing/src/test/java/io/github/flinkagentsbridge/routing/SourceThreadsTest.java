package io.github.flinkagentsbridge.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** Threads that call, of every kind that a job may have. */
class SourceThreadsTest {
    @RegisterExtension final Oracle oracle = new Oracle();
    private final FakeFactory factory = oracle.factory();

    @Test
    @DisplayName("R4: fork-join threads, futures' stages and timers are served by lanes, and nest")
    void threadsOfTheJdk() throws Exception {
        Timer timer = new Timer("timer", true);
        ForkJoinPool pool = new ForkJoinPool(3);
        try (var manager = oracle.manager(factory)) {
            List<FutureTask<Thread>> calls = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                calls.add(new FutureTask<>(() -> nested(manager)));
            }
            pool.execute(calls.get(0));
            pool.submit(() -> calls.subList(1, 4).parallelStream().forEach(FutureTask::run)).get();
            CompletableFuture.runAsync(calls.get(4)).thenRunAsync(() -> nested(manager)).join();
            timer.schedule(taskOf(calls.get(5)), 0);
            for (FutureTask<Thread> call : calls) {
                assertThat(call.get(Gate.BOUND_SECONDS, TimeUnit.SECONDS).getName())
                        .startsWith(manager.name() + "-lane-");
            }
            assertThat(manager.statistics().laneCalls()).isEqualTo(7);
        } finally {
            timer.cancel();
            pool.shutdownNow();
        }
    }

    @ParameterizedTest
    @MethodSource("io.github.flinkagentsbridge.routing.ThreadKind#ofThisJava")
    @DisplayName("R8: 1,000 threads at once are told apart, served by 2 lanes, and leave nothing")
    void manyAtOnce(ThreadKind kind) throws Exception {
        AtomicInteger served = new AtomicInteger();
        try (var manager = oracle.manager(factory)) {
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < 1_000; i++) {
                threads.add(kind.start(() -> served.addAndGet(nested(manager) != null ? 1 : 0)));
            }
            for (Thread thread : threads) {
                thread.join();
            }
            assertThat(served).hasValue(1_000);
            assertThat(manager.statistics().lanes()).isLessThanOrEqualTo(2);
            assertThat(manager.statistics().sourceThreads()).isZero();
        }
    }

    @ParameterizedTest
    @MethodSource("io.github.flinkagentsbridge.routing.ThreadKind#ofThisJava")
    @DisplayName("R8: each keeps its lane for life, whatever carries it from one call to the next")
    void keepsItsLane(ThreadKind kind) throws Exception {
        Queue<Set<Thread>> lanesOfEach = new ConcurrentLinkedQueue<>();
        try (var manager = oracle.manager(factory)) {
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                threads.add(kind.start(() -> lanesOfEach.add(callOften(manager))));
            }
            for (Thread thread : threads) {
                thread.join();
            }
        }
        assertThat(lanesOfEach).hasSize(20).allMatch(lanes -> lanes.size() == 1);
    }

    private static Set<Thread> callOften(PythonInterpreterManager<FakeInterpreter> manager) {
        Set<Thread> lanes = new HashSet<>();
        for (int i = 0; i < 50; i++) {
            lanes.add(nested(manager));
            Thread.yield();
        }
        return lanes;
    }

    @ParameterizedTest
    @MethodSource("io.github.flinkagentsbridge.routing.ThreadKind#ofThisJava")
    @DisplayName("R8: one that has ended is not kept by the record of its lane, and is counted out")
    void isNotKept(ThreadKind kind) throws Exception {
        try (var manager = oracle.manager(factory)) {
            WeakReference<Thread> gone = new WeakReference<>(ended(kind, () -> nested(manager)));
            Gate.spinUntil(
                    "the thread is collected",
                    () -> {
                        System.gc();
                        return gone.get() == null;
                    });
            assertThat(manager.statistics().sourceThreads()).isZero();
        }
    }

    private static Thread ended(ThreadKind kind, Runnable body) throws InterruptedException {
        Thread thread = kind.start(body);
        thread.join();
        return thread;
    }

    @ParameterizedTest
    @MethodSource("io.github.flinkagentsbridge.routing.ThreadKind#ofThisJava")
    @DisplayName(
            "B4: far more callers wait at once than there are processors, inside of monitors too, and"
                    + " a long wait among them is watched like any")
    void manyWaitAtOnce(ThreadKind kind) throws Exception {
        int callers = 16 * Runtime.getRuntime().availableProcessors();
        Gate release = new Gate();
        List<Thread> threads = new ArrayList<>();
        try (var manager = oracle.manager(factory, options -> options.laneLimit(1))) {
            for (int i = 0; i < callers; i++) {
                threads.add(kind.start(() -> stay(manager, release)));
            }
            Gate.spinUntil("all wait", () -> manager.dump().contains("tickets " + callers));
            // A monitor pins a virtual thread to its carrier before Java 24. Lanes need no carrier.
            threads.add(kind.start(() -> stayInMonitor(manager, release)));
            Gate.spinUntil("it waits", () -> manager.dump().contains("tickets " + (callers + 1)));
            Gate.spinUntil("watched", () -> manager.dump().contains("long waits of this JVM"));
            release.open();
            for (Thread thread : threads) {
                thread.join();
            }
        }
    }

    private static void stayInMonitor(
            PythonInterpreterManager<FakeInterpreter> manager, Gate release) {
        synchronized (release) {
            stay(manager, release);
        }
    }

    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("io.github.flinkagentsbridge.routing.ThreadKind#virtualIfAny")
    @DisplayName("R2, R6, T9: a virtual thread owns no interpreter, since its carrier may change")
    void virtualThreadIsNoOwner(ThreadKind kind) throws Exception {
        oracle.expectLeaks(1);
        AtomicReference<Throwable> told = new AtomicReference<>();
        kind.start(() -> told.set(catchThrowable(() -> oracle.manager(factory)))).join();
        assertThat(told.get())
                .isInstanceOf(WrongThreadException.class)
                .hasMessageContaining("Make the interpreter on a platform thread");
    }

    @Test
    @DisplayName(
            "R8, R11: a thread that dies while its call runs: the lane ends the call, gives the"
                    + " ticket back and what the dead held, and serves on")
    void threadDiesInTheMiddleOfItsCall() throws Exception {
        Gate release = new Gate();
        try (var manager = oracle.manager(factory, options -> options.laneLimit(1))) {
            for (int i = 0; i < 5; i++) {
                Runner<Object> dying =
                        Runner.start(
                                "Dummy-" + i,
                                () ->
                                        manager.withInterpreter(
                                                python -> stayHere(release),
                                                CallOptions.PATIENT.returnWithin(
                                                        Duration.ofMillis(50))));
                assertThat(dying.failure()).isInstanceOf(CallTimeoutException.class);
                dying.join();
            }
            assertThat(manager.dump()).contains("tickets 1", "0 queued");
            release.open();
            Runner.runToEnd("next", () -> nested(manager));
            assertThat(manager.dump()).contains("tickets 0");
            assertThat(manager.statistics().sourceThreads()).isZero();
        }
    }

    @Test
    @DisplayName(
            "R11, R16, D6: an owner that dies without closing: lanes serve on until another thread"
                    + " abandons; then all is closed but the primary, which is counted as left")
    void ownerDiesWithoutClosing() throws Exception {
        oracle.expectLeaks(1);
        AtomicReference<PythonInterpreterManager<FakeInterpreter>> made = new AtomicReference<>();
        Runner<Object> owner =
                Runner.start(
                        "owner",
                        () -> {
                            made.set(oracle.manager(factory));
                            made.get().enterOwner();
                            throw new IllegalStateException("dies inside of an operation");
                        });
        assertThat(owner.failure()).hasMessageContaining("dies inside");
        owner.join();
        var manager = made.get();
        Runner.runToEnd("source", () -> nested(manager));
        manager.abandon();
        assertThat(manager.isClosed()).isTrue();
        assertThat(factory.made.get(0).closers).isEmpty();
        assertThat(factory.made.get(1).closers).hasSize(1);
        assertThat(manager.statistics().interpretersLeaked()).isEqualTo(1);
    }

    private static Thread nested(PythonInterpreterManager<FakeInterpreter> manager) {
        return manager.withInterpreter(outer -> manager.withInterpreter(inner -> inner.maker));
    }

    private static Object stay(PythonInterpreterManager<FakeInterpreter> manager, Gate release) {
        return manager.withInterpreter(python -> stayHere(release));
    }

    private static Object stayHere(Gate release) {
        release.pass();
        return null;
    }

    private static TimerTask taskOf(Runnable body) {
        return new TimerTask() {
            @Override
            public void run() {
                body.run();
            }
        };
    }
}
