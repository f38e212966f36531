package org.apache.flink.agents.runtime.async;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;

import jdk.internal.vm.Continuation;
import jdk.internal.vm.ContinuationScope;

/**
 * Has the name, the members and the pool of the class that Flink Agents 0.3.x has on JDK 21 and
 * newer, which 0.2.x lacks there.
 */
public class ContinuationActionExecutor {
    private static final ContinuationScope SCOPE = new ContinuationScope("action");

    private final ExecutorService asyncExecutor;

    public ContinuationActionExecutor(int numAsyncThreads) {
        asyncExecutor = Executors.newFixedThreadPool(numAsyncThreads);
    }

    /** False if the action goes on waiting. */
    public boolean executeAction(ContinuationContext context, Runnable action) {
        if (context.awaited != null && !context.awaited.isDone()) {
            return false;
        }
        if (context.action == null) {
            context.action = new Continuation(SCOPE, action);
        }
        context.action.run();
        return context.action.isDone();
    }

    public <T> T executeAsync(ContinuationContext context, Supplier<T> supplier) throws Exception {
        Future<T> result = asyncExecutor.submit(supplier::get);
        context.awaited = result;
        while (!result.isDone()) {
            Continuation.yield(SCOPE);
        }
        try {
            return result.get();
        } catch (ExecutionException failure) {
            throw (Exception) failure.getCause();
        }
    }

    public void close() {
        asyncExecutor.shutdownNow();
    }

    public static boolean isContinuationSupported() {
        return true;
    }
}
