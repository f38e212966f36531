package io.github.flinkagentsbridge.agents;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.flinkagentsbridge.routing.PythonInterpreterManager;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** Whose an asynchronous pool is, and how pools end. */
class OperatorScopeTest {

    @Test
    @DisplayName("R26: a pool belongs to the operator that is being opened, not to its thread")
    void poolBelongsToOperator() throws Exception {
        try (PythonInterpreterManager<Object> first = Managers.named("first");
                PythonInterpreterManager<Object> second = Managers.named("second")) {
            OperatorScope.open(
                    this,
                    () -> {
                        OperatorScope.note(first);
                        OperatorScope.open("inner", () -> OperatorScope.note(second));
                        assertThat(threadOf(AsyncPools.newFixedThreadPool(1))).contains("first");
                    });
            OperatorScope.open(
                    this,
                    () ->
                            assertThat(threadOf(AsyncPools.newFixedThreadPool(1)))
                                    .startsWith("pool-"));
            assertThat(threadOf(AsyncPools.newFixedThreadPool(1))).startsWith("pool-");
        }
    }

    @Test
    @DisplayName(
            "R8: num-async-threads is told by the pool, too; nothing is told outside of open()")
    void takesLimitFromPool() {
        try (PythonInterpreterManager<Object> manager = Managers.named("m")) {
            AsyncPools.announced(9);
            OperatorScope.open(
                    this,
                    () -> {
                        OperatorScope.note(manager);
                        AsyncPools.announced(7);
                        AsyncPools.announced(0);
                    });
            assertThat(manager.statistics().laneLimit()).isEqualTo(7);
        }
    }

    @Test
    @DisplayName("B4, D7: a compaction that never ends does not keep the operator's close")
    void boundsCompactionPool() throws Exception {
        CloseBudget.configure(Duration.ofMillis(30));
        CountDownLatch never = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        ExecutorService pool = Executors.newSingleThreadExecutor();
        pool.submit(
                () -> {
                    try {
                        never.await();
                    } catch (InterruptedException closing) {
                        interrupted.countDown();
                    }
                });
        pool.submit(() -> {});
        assertThat(AsyncPools.gracefulShutdown(180, TimeUnit.SECONDS, pool)).hasSize(1);
        assertThat(interrupted.await(30, TimeUnit.SECONDS)).isTrue();
        CloseBudget.configure(Duration.ofSeconds(60));
    }

    private static String threadOf(ExecutorService pool) {
        try {
            return pool.submit(() -> Thread.currentThread().getName()).get(30, TimeUnit.SECONDS);
        } catch (Exception failure) {
            throw new AssertionError(failure);
        } finally {
            pool.shutdown();
        }
    }
}
