package io.github.flinkagentsbridge.routing;

import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadFactory;

/**
 * Makes threads that use an interpreter of their own inline: made at the first call, reused, closed
 * on the thread when its task loop ends. Every thread that it made is ended and joined by the
 * manager's close. Usable from any thread.
 */
public final class AsyncExecutorThreadFactory implements ThreadFactory {
    private final WorkerRegistry<?> registry;

    AsyncExecutorThreadFactory(WorkerRegistry<?> registry) {
        this.registry = registry;
    }

    /**
     * A new daemon thread, not started.
     *
     * @throws ManagerClosedException after close
     */
    @Override
    public Thread newThread(Runnable task) {
        return registry.newWorker(Objects.requireNonNull(task, "task"));
    }

    /**
     * Has close shut this pool down before it joins the threads. For a pool that uses this factory;
     * without it close can end the pool's threads by an interrupt only.
     *
     * @return the pool
     * @throws ManagerClosedException once close has begun
     */
    public <E extends ExecutorService> E manage(E pool) {
        registry.manage(Objects.requireNonNull(pool, "pool"));
        return pool;
    }
}
