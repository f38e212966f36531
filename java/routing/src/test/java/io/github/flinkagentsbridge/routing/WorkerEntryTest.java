package io.github.flinkagentsbridge.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Operations of managed workers that have no object: {@code enterWorker} and {@code exitWorker}.
 */
class WorkerEntryTest {
    @RegisterExtension final Oracle oracle = new Oracle();
    private final FakeFactory factory = oracle.factory();

    @Test
    @DisplayName("R3: a worker enters its own interpreter; what is nested goes the common way")
    void workerEnters() throws Exception {
        try (var manager = oracle.manager(factory)) {
            boolean same =
                    pool(manager)
                            .submit(
                                    () -> {
                                        FakeInterpreter own = manager.enterWorker();
                                        assertThat(manager.enterWorker()).isNull();
                                        boolean nested =
                                                manager.withInterpreter(inner -> inner == own);
                                        manager.exitWorker();
                                        return nested && own.thread() == Thread.currentThread();
                                    })
                            .get();
            assertThat(same).isTrue();
            assertThat(manager.statistics().workerCalls()).isEqualTo(1);
            assertThat(manager.statistics().reentrantCalls()).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("R2, R4: the owner, a source thread and another manager's worker do not enter so")
    void othersDoNotEnter() throws Exception {
        try (var manager = oracle.manager(factory);
                var other = oracle.manager(factory)) {
            assertThat(manager.enterWorker()).isNull();
            assertThat(Runner.<Object>runToEnd("source", manager::enterWorker)).isNull();
            assertThat(pool(other).submit(manager::enterWorker).get()).isNull();
            assertThat(manager.statistics().workerCalls()).isZero();
        }
    }

    @Test
    @DisplayName("R11: close waits for a worker that has entered so, and lets no other one in")
    void closeWaits() throws Exception {
        Gate entered = new Gate();
        Gate closing = new Gate();
        var manager = oracle.manager(factory);
        ExecutorService pool = pool(manager);
        Future<Boolean> inside =
                pool.submit(
                        () -> {
                            manager.enterWorker();
                            entered.open();
                            closing.pass();
                            boolean over = manager.isClosed();
                            manager.exitWorker();
                            return over || manager.enterWorker() != null;
                        });
        entered.pass();
        Runner<Void> watcher =
                Runner.start(
                        "watcher",
                        () -> {
                            Gate.spinUntil("close has begun", () -> !manager.isOpen());
                            closing.open();
                            return null;
                        });
        manager.close();
        assertThat(inside.get()).isFalse();
        watcher.result();
    }

    @Test
    @DisplayName(
            "R17: a worker whose interpreter cannot be made leaves nothing that close waits for")
    void failingEntryGivesItsTicketBack() throws Exception {
        factory.duringCreate =
                interpreter -> {
                    throw new IllegalStateException("no interpreter");
                };
        try (var manager = oracle.manager(factory)) {
            Future<?> entry = pool(manager).submit(manager::enterWorker);
            assertThatThrownBy(entry::get).hasRootCauseMessage("no interpreter");
            assertThat(factory.secondaries()).isEmpty();
        }
    }

    private static ExecutorService pool(PythonInterpreterManager<FakeInterpreter> manager) {
        AsyncExecutorThreadFactory threads = manager.managedThreads();
        return threads.manage(Executors.newFixedThreadPool(1, threads));
    }
}
