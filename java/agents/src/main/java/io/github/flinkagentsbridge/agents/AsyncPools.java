package io.github.flinkagentsbridge.agents;

import io.github.flinkagentsbridge.routing.AsyncExecutorThreadFactory;
import io.github.flinkagentsbridge.routing.PythonInterpreterManager;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/** The thread pools of Flink Agents' operator. */
public final class AsyncPools {

    private static final System.Logger LOG = System.getLogger(AsyncPools.class.getName());

    /** Of the time that close has left, so that the steps after it have some, too. */
    private static final int SHARE_OF_DEADLINE = 3;

    private static volatile boolean idleWaiting;

    private AsyncPools() {}

    /**
     * Stands for {@code Executors.newFixedThreadPool} in {@code ContinuationActionExecutor}: a pool
     * of managed threads (R3), which the manager's close ends and joins (R12).
     */
    public static ExecutorService newFixedThreadPool(int threads) {
        PythonInterpreterManager<?> manager = OperatorScope.manager();
        if (manager == null) {
            return fixed(threads, Executors.defaultThreadFactory());
        }
        AsyncExecutorThreadFactory factory = manager.managedThreads();
        return factory.manage(fixed(threads, factory));
    }

    private static ExecutorService fixed(int threads, ThreadFactory factory) {
        return idleWaiting
                ? new TellingPool(threads, factory)
                : Executors.newFixedThreadPool(threads, factory);
    }

    /** Has the pools that are made from now on tell when an awaited call has ended (B11). */
    static void tellEnds(boolean on) {
        idleWaiting = on;
    }

    /** Learns {@code num-async-threads} of a plan whose Python has no pool of its own (R8). */
    public static void announced(int threads) {
        PythonInterpreterManager<?> manager = OperatorScope.manager();
        if (manager != null) {
            PlanLanes.limit(manager, threads);
        }
    }

    /**
     * Stands for {@code ExecutorUtils.gracefulShutdown} where the long-term memory of 0.2.x closes
     * its compaction pool: it would wait for as long as Flink takes to end the process (D7). Its
     * threads are source threads: the pool is made whenever memory first needs it, and its calls
     * are few.
     *
     * @return tasks that have never begun
     */
    public static List<Runnable> gracefulShutdown(
            long time, TimeUnit unit, ExecutorService... pools) {
        List<Runnable> neverBegun = new ArrayList<>();
        long until = System.nanoTime() + Math.min(unit.toNanos(time), shareNanos());
        for (ExecutorService pool : pools) {
            pool.shutdown();
        }
        for (ExecutorService pool : pools) {
            if (!terminates(pool, until - System.nanoTime())) {
                neverBegun.addAll(pool.shutdownNow());
                LOG.log(
                        System.Logger.Level.WARNING,
                        "Closing the operator of thread ''{0}'' interrupts a compaction of"
                                + " long-term memory that has not ended in time: {1}",
                        Thread.currentThread().getName(),
                        pool);
            }
        }
        return neverBegun;
    }

    private static long shareNanos() {
        return CloseBudget.left().toNanos() / SHARE_OF_DEADLINE;
    }

    private static boolean terminates(ExecutorService pool, long nanos) {
        try {
            return pool.awaitTermination(nanos, TimeUnit.NANOSECONDS);
        } catch (InterruptedException cancelled) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
