package io.github.flinkagentsbridge.routing;

import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Ends the threads of one manager, on the closing thread, with no lock held (R12). */
final class ThreadEnding<I> {
    private static final System.Logger LOG = System.getLogger(ThreadEnding.class.getName());

    /** What a thread gets to end, also when the deadline has passed: it may be quick to do so. */
    private static final long GRACE_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final ManagerOptions options;
    private final WorkerRegistry<I> registry;
    private final LaneTable<I> lanes;
    private final Failures failures;
    private final Refusals refusals;
    private final Dump<I> dump;

    ThreadEnding(
            ManagerOptions options,
            WorkerRegistry<I> registry,
            LaneTable<I> lanes,
            Failures failures,
            Refusals refusals,
            Dump<I> dump) {
        this.options = options;
        this.registry = registry;
        this.lanes = lanes;
        this.failures = failures;
        this.refusals = refusals;
        this.dump = dump;
    }

    private long joinNanos(long deadline) {
        long left = Math.max(GRACE_NANOS, deadline - System.nanoTime());
        return Math.min(options.joinTimeoutNanos(), left);
    }

    /** The deadline of close has passed: what still waits for a lane never runs. */
    void giveUpQueued() {
        lanes.seal();
        lanes.lanes().forEach(lane -> lane.giveUpQueued(() -> refusals.closed("A queued call")));
    }

    /**
     * Shuts pools down and joins; after half the time interrupt what still runs, and wait for the
     * rest.
     *
     * @param deadline that of the close; threads get a little time after it too
     */
    void endWorkers(long deadline) {
        long begun = System.nanoTime();
        long limit = joinNanos(deadline);
        endOwnInterpreter();
        registry.pools().forEach(pool -> failures.attempt(pool::shutdown));
        if (!joinWorkers(begun + limit / 2)) {
            interruptWorkers();
        }
        registry.seal();
        joinWorkers(begun + limit);
        leaveThoseAlive(registry.workers());
    }

    /** A worker that abandons the manager cannot wait for its own end. */
    private void endOwnInterpreter() {
        for (ManagedWorker<I> worker : registry.workers()) {
            if (worker == Thread.currentThread()) {
                worker.endInterpreter();
            }
        }
    }

    /** Looks again after each join, since a pool may replace a thread that ended. */
    private boolean joinWorkers(long deadline) {
        while (true) {
            registry.dropTerminated();
            Optional<ManagedWorker<I>> next =
                    registry.workers().stream()
                            .filter(worker -> worker != Thread.currentThread())
                            .findAny();
            if (next.isEmpty()) {
                return true;
            }
            if (!Waiting.join(next.get(), deadline) || System.nanoTime() - deadline >= 0) {
                return false;
            }
        }
    }

    private void interruptWorkers() {
        LOG.log(
                System.Logger.Level.WARNING,
                "Closing manager ''{0}'' interrupts worker threads that have not ended:\n{1}",
                options.name(),
                dump.everything(options.name()));
        registry.pools().forEach(pool -> failures.attempt(() -> cancelQueued(pool)));
        for (ManagedWorker<I> worker : registry.workers()) {
            if (worker.slot().accepts() && worker != Thread.currentThread()) {
                worker.interrupt();
            }
        }
    }

    /** Tasks that never run would otherwise be waited for without end. */
    private static void cancelQueued(ExecutorService pool) {
        for (Runnable task : pool.shutdownNow()) {
            if (task instanceof Future) {
                ((Future<?>) task).cancel(false);
            }
        }
    }

    /**
     * After the workers. No lane is made any more: either no ticket is out, or the table was sealed
     * when the deadline passed.
     */
    void endLanes(long deadline) {
        long until = System.nanoTime() + joinNanos(deadline);
        lanes.lanes().forEach(Lane::endAfterQueue);
        lanes.lanes().forEach(lane -> Waiting.join(lane, until));
        leaveThoseAlive(lanes.lanes());
        lanes.clear();
    }

    private void leaveThoseAlive(Collection<? extends BridgeThread<I>> threads) {
        for (BridgeThread<I> thread : threads) {
            if (thread.isAlive() && thread.slot().leave()) {
                failures.offer(refusals.leaked(thread, options.joinTimeout().toString()));
            } else if (thread.isAlive() && thread != Thread.currentThread()) {
                LOG.log(
                        System.Logger.Level.WARNING,
                        "Thread ''{0}'' outlives its manager, without an interpreter",
                        thread.getName());
            }
        }
    }
}
