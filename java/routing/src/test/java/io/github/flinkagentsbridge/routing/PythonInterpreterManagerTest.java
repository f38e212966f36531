package io.github.flinkagentsbridge.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

class PythonInterpreterManagerTest {
    @RegisterExtension final Oracle oracle = new Oracle();
    private final FakeFactory factory = oracle.factory();

    @Test
    @DisplayName("R2, R3, R4, R6: owner, worker and source thread use three interpreters")
    void bindsDifferentInterpretersToDifferentThreads() throws Exception {
        try (var manager = oracle.manager(factory)) {
            ExecutorService pool = pool(manager, 1);
            FakeInterpreter owners = manager.withInterpreter(python -> python);
            FakeInterpreter workers =
                    pool.submit(() -> manager.withInterpreter(python -> python)).get();
            FakeInterpreter sources =
                    Runner.runToEnd("source", () -> manager.withInterpreter(python -> python));
            assertThat(owners).isSameAs(factory.made.get(0));
            assertThat(Set.of(owners, workers, sources)).hasSize(3);
        }
    }

    @Test
    @DisplayName("R7: two managed workers, two source threads and the owner are inside at once")
    void doesNotSerializeCallsMadeByDifferentThreads() throws Exception {
        CyclicBarrier allInside = new CyclicBarrier(5);
        try (var manager = oracle.manager(factory)) {
            InterpreterOperation<FakeInterpreter, Integer, Exception> meet =
                    python ->
                            python.use(() -> allInside.await(Gate.BOUND_SECONDS, TimeUnit.SECONDS));
            ExecutorService pool = pool(manager, 2);
            var first = pool.submit(() -> manager.withInterpreter(meet));
            var second = pool.submit(() -> manager.withInterpreter(meet));
            var third = Runner.start("source-1", () -> manager.withInterpreter(meet));
            var fourth = Runner.start("source-2", () -> manager.withInterpreter(meet));
            Set<Integer> arrivals = new HashSet<>();
            arrivals.add(manager.withInterpreter(meet));
            arrivals.addAll(List.of(first.get(), second.get(), third.result(), fourth.result()));
            assertThat(arrivals).hasSize(5);
        }
    }

    @Test
    @DisplayName("R4: a source thread's call runs on a lane, and always on the same one")
    void routesUnmanagedThreadCallsAwayFromTheCallerThread() throws Exception {
        try (var manager = oracle.manager(factory)) {
            Set<Thread> ranOn = new HashSet<>();
            Thread caller =
                    Runner.runToEnd(
                            "source",
                            () -> {
                                for (int i = 0; i < 5; i++) {
                                    ranOn.add(manager.withInterpreter(FakeInterpreter::thread));
                                }
                                return Thread.currentThread();
                            });
            assertThat(ranOn).hasSize(1).doesNotContain(caller, manager.owner());
            assertThat(ranOn.iterator().next().getName()).isEqualTo(manager.name() + "-lane-1");
        }
    }

    @Test
    @DisplayName("R8: 200 threads, one after the other and 20 at a time, use at most 2 lanes")
    void boundsInterpretersCreatedForTransientUnmanagedThreads() throws Exception {
        try (var manager = oracle.manager(factory)) {
            for (int i = 0; i < 100; i++) {
                Runner.runToEnd("one", () -> manager.withInterpreter(FakeInterpreter::thread));
            }
            assertThat(manager.statistics().lanes()).isEqualTo(1);
            for (int round = 0; round < 5; round++) {
                CyclicBarrier together = new CyclicBarrier(20);
                List<Runner<Thread>> runners = new ArrayList<>();
                for (int i = 0; i < 20; i++) {
                    runners.add(
                            Runner.start(
                                    "many-" + i,
                                    () -> {
                                        together.await(Gate.BOUND_SECONDS, TimeUnit.SECONDS);
                                        return manager.withInterpreter(FakeInterpreter::thread);
                                    }));
                }
                for (Runner<Thread> runner : runners) {
                    runner.result();
                }
            }
            assertThat(factory.secondaries()).hasSizeBetween(1, 2);
            assertThat(manager.statistics().laneCalls()).isEqualTo(200);
        }
    }

    @Test
    @DisplayName("R5: a lane that comes back in uses its bound interpreter, and queues nothing")
    void reentrantCallbackCallUsesSameInterpreter() throws Exception {
        try (var manager = oracle.manager(factory, options -> options.laneLimit(1))) {
            List<FakeInterpreter> seen = new ArrayList<>();
            Runner.runToEnd(
                    "source",
                    () ->
                            manager.withInterpreter(
                                    outer ->
                                            outer.use(
                                                    () -> {
                                                        seen.add(outer);
                                                        return manager.withInterpreter(seen::add);
                                                    })));
            assertThat(seen).hasSize(2).containsOnly(factory.made.get(1));
            assertThat(manager.statistics().reentrantCalls()).isEqualTo(1);
            assertThat(manager.statistics().laneCalls()).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("R3, R11: a managed worker makes, reuses and closes its interpreter itself")
    void managedJavaAsyncWorkerCreatesUsesAndClosesInterpreterOnItself() throws Exception {
        try (var manager = oracle.manager(factory)) {
            ExecutorService pool = pool(manager, 1);
            Thread worker = pool.submit(Thread::currentThread).get();
            assertThat(factory.secondaries()).as("made before the first call").isEmpty();
            Thread first =
                    pool.submit(() -> manager.withInterpreter(FakeInterpreter::thread)).get();
            Thread again =
                    pool.submit(() -> manager.withInterpreter(FakeInterpreter::thread)).get();
            assertThat(List.of(first, again)).containsOnly(worker);
            assertThat(factory.secondaries()).hasSize(1);
            pool.shutdown();
            worker.join();
            assertThat(factory.made.get(1).closers).containsExactly(worker);
        }
    }

    @Test
    @DisplayName("R11: a lane's interpreter is closed by the lane's own thread")
    void callbackInterpreterIsClosedByItsOwningWorker() throws Exception {
        Thread lane;
        try (var manager = oracle.manager(factory)) {
            lane = Runner.runToEnd("s", () -> manager.withInterpreter(FakeInterpreter::thread));
            assertThat(factory.made.get(1).closers).isEmpty();
        }
        assertThat(factory.made.get(1).closers).containsExactly(lane);
        assertThat(lane.isAlive()).isFalse();
    }

    @Test
    @DisplayName("R11, R16: close closes every interpreter; later calls are refused, named")
    void closesEveryInterpreterAndRejectsLaterCalls() throws Exception {
        var manager = oracle.manager(factory);
        pool(manager, 1).submit(() -> manager.withInterpreter(FakeInterpreter::thread)).get();
        Runner.runToEnd("source", () -> manager.withInterpreter(FakeInterpreter::thread));
        manager.close();
        manager.close();
        assertThat(manager.isClosed()).isTrue();
        assertThat(factory.made).hasSize(3).allMatch(python -> python.closers.size() == 1);
        String owner = Thread.currentThread().getName();
        assertThatThrownBy(() -> manager.withInterpreter(FakeInterpreter::thread))
                .isInstanceOf(ManagerClosedException.class)
                .hasMessage(
                        "A call of manager '%s' on thread '%s' failed (owner: '%s', state:"
                                + " CLOSED). Do it before close() is called; a thread that an"
                                + " operation started counts as a new caller.",
                        manager.name(), owner, owner);
        assertThatThrownBy(manager::enterOwner).isInstanceOf(ManagerClosedException.class);
        assertThat(
                        Runner.start("late", () -> manager.withInterpreter(FakeInterpreter::thread))
                                .failure())
                .isInstanceOfSatisfying(
                        ManagerClosedException.class, e -> assertThat(e.actor()).isEqualTo("late"));
        assertThat(manager.statistics().refusedCalls()).isEqualTo(3);
    }

    private static ExecutorService pool(PythonInterpreterManager<?> manager, int threads) {
        return manager.managedThreads()
                .manage(Executors.newFixedThreadPool(threads, manager.managedThreads()));
    }
}
