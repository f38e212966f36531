package io.github.flinkagentsbridge.routing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.extension.RegisterExtension;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;

/** Random calls against a close at a random moment; the oracle judges. */
class StressTest {
    /** Give the seed that a failed run printed, to see its choices again. */
    private static final Long SEED = Long.getLong("bridge.stress.seed");

    private static final int SOURCES = 6;
    private static final int CALLS = 300;

    @RegisterExtension final Oracle oracle = new Oracle();
    private final FakeFactory factory = oracle.factory();
    private final AtomicInteger started = new AtomicInteger();
    private final AtomicInteger ended = new AtomicInteger();
    private final AtomicInteger refused = new AtomicInteger();

    @RepeatedTest(60)
    @DisplayName(
            "B2, R6, R9, R11, R14, R15: threads call, nest, fail, get interrupted, and close"
                    + " comes at a random moment")
    void survivesRandomCallsAndClose() throws Exception {
        long seed = SEED != null ? SEED : System.nanoTime();
        System.out.println("stress seed " + seed);
        Random random = new Random(seed);
        var manager = oracle.manager(factory, options -> options.laneLimit(1 + random.nextInt(3)));
        ExecutorService pool =
                manager.managedThreads()
                        .manage(Executors.newFixedThreadPool(2, manager.managedThreads()));
        List<Runner<Integer>> sources = new ArrayList<>();
        List<Future<Integer>> tasks = new ArrayList<>();
        for (int i = 0; i < SOURCES; i++) {
            long sourceSeed = random.nextLong();
            sources.add(Runner.start("source-" + i, () -> callUntilRefused(manager, sourceSeed)));
            tasks.add(pool.submit(() -> callUntilRefused(manager, sourceSeed + 1)));
        }
        int ownerCalls = random.nextInt(200);
        for (int i = 0; i < ownerCalls; i++) {
            callOnce(manager, random);
            sources.get(random.nextInt(SOURCES)).thread.interrupt();
        }
        manager.close();
        // The owner's own operations interrupt it now and then.
        Thread.interrupted();
        for (Runner<Integer> source : sources) {
            assertThat(source.result()).isLessThanOrEqualTo(CALLS);
            source.join();
        }
        for (Future<Integer> task : tasks) {
            assertThat(task.get()).isLessThanOrEqualTo(CALLS);
        }
        assertThat(ended).as("what was started has ended").hasValue(started.get());
        assertThat(manager.statistics().refusedCalls()).isEqualTo(refused.get());
        assertThat(manager.statistics().liveInterpreters()).isZero();
    }

    private int callUntilRefused(PythonInterpreterManager<FakeInterpreter> manager, long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < CALLS; i++) {
            try {
                callOnce(manager, random);
            } catch (ManagerClosedException closed) {
                refused.incrementAndGet();
                return i;
            }
        }
        return CALLS;
    }

    private void callOnce(PythonInterpreterManager<FakeInterpreter> manager, Random random) {
        int kind = random.nextInt(10);
        try {
            manager.withInterpreter(
                    python ->
                            python.use(
                                    () -> {
                                        started.incrementAndGet();
                                        try {
                                            return act(manager, python, kind);
                                        } finally {
                                            ended.incrementAndGet();
                                        }
                                    }));
        } catch (ManagerClosedException closed) {
            throw closed;
        } catch (Exception failure) {
            assertThat(failure).isInstanceOf(RejectedExecutionException.class).hasMessage("chosen");
        }
    }

    private static Object act(
            PythonInterpreterManager<FakeInterpreter> manager, FakeInterpreter python, int kind)
            throws Exception {
        switch (kind) {
            case 0:
                throw new RejectedExecutionException("chosen");
            case 1:
                return manager.<FakeInterpreter, Exception>withInterpreter(
                        inner -> inner.use(() -> inner));
            case 2:
                Thread.yield();
                return manager.dump();
            case 3:
                Thread.currentThread().interrupt();
                return null;
            default:
                return python;
        }
    }
}
