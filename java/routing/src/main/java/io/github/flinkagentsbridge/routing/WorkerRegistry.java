package io.github.flinkagentsbridge.routing;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicInteger;

/** The manager's worker threads, and the pools that they belong to. */
final class WorkerRegistry<I> {
    /** Makes the worker with the given number. */
    interface Maker<I> {
        ManagedWorker<I> make(Runnable task, int number, WorkerRegistry<I> registry);
    }

    private final Maker<I> maker;
    private final Admission admission;
    private final Refusals refusals;
    private final AtomicInteger made = new AtomicInteger();

    /**
     * Workers from their start on. Whoever adds or ends them drops those that have terminated: a
     * worker that dropped itself would be overlooked by close while its last steps run.
     */
    private final Set<ManagedWorker<I>> workers = ConcurrentHashMap.newKeySet();

    private final List<ExecutorService> pools = new CopyOnWriteArrayList<>();
    private volatile boolean sealed;

    WorkerRegistry(Maker<I> maker, Admission admission, Refusals refusals) {
        this.maker = maker;
        this.admission = admission;
        this.refusals = refusals;
    }

    ManagedWorker<I> newWorker(Runnable task) {
        if (sealed) {
            throw refusals.closed("Making a managed thread");
        }
        return maker.make(task, made.incrementAndGet(), this);
    }

    void addOrRefuse(ManagedWorker<I> worker) {
        if (!add(worker)) {
            throw refusals.closed("Starting managed thread '" + worker.getName() + "'");
        }
    }

    boolean add(ManagedWorker<I> worker) {
        dropTerminated();
        workers.add(worker);
        // Added, then looked again: either the seal is seen here or the worker is seen by close.
        if (sealed) {
            workers.remove(worker);
        }
        return !sealed;
    }

    void remove(ManagedWorker<I> worker) {
        workers.remove(worker);
    }

    void manage(ExecutorService pool) {
        pools.removeIf(ExecutorService::isTerminated);
        pools.add(pool);
        if (!admission.isOpen()) {
            pools.removeIf(other -> other == pool);
            throw refusals.closed("Managing a pool");
        }
    }

    /** From here on no worker starts any more. */
    void seal() {
        sealed = true;
    }

    Set<ManagedWorker<I>> workers() {
        return workers;
    }

    List<ExecutorService> pools() {
        return pools;
    }

    /** Those that a join would not wait for: a thread is told to be terminated while it lives. */
    void dropTerminated() {
        workers.removeIf(
                worker -> worker.getState() == Thread.State.TERMINATED && !worker.isAlive());
    }
}
