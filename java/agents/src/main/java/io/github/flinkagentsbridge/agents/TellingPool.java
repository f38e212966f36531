package io.github.flinkagentsbridge.agents;

import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RunnableFuture;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * A pool of a fixed number of threads, which tells the end of what the step of a Java action has
 * submitted. An awaited call that is cancelled has ended, too.
 */
final class TellingPool extends ThreadPoolExecutor {

    TellingPool(int threads, ThreadFactory factory) {
        super(threads, threads, 0, TimeUnit.MILLISECONDS, new LinkedBlockingQueue<>(), factory);
    }

    @Override
    protected <T> RunnableFuture<T> newTaskFor(Runnable task, T result) {
        return telling(
                () -> {
                    task.run();
                    return result;
                });
    }

    @Override
    protected <T> RunnableFuture<T> newTaskFor(Callable<T> task) {
        return telling(task);
    }

    private static <T> RunnableFuture<T> telling(Callable<T> task) {
        WaitingKey key = WaitingKeys.current();
        return key == null ? new FutureTask<>(task) : new Told<>(task, key.tasks().submit());
    }

    private static final class Told<T> extends FutureTask<T> {
        private final Await await;

        private Told(Callable<T> task, Await await) {
            super(task);
            this.await = await;
        }

        @Override
        protected void done() {
            await.end();
        }
    }
}
