package io.github.flinkagentsbridge.routing;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

/** A started thread whose outcome can be asked for, with a bound. */
final class Runner<T> {
    final Thread thread;
    private final FutureTask<T> task;

    private Runner(String name, Callable<T> body) {
        task = new FutureTask<>(body);
        thread = new Thread(task, name);
        thread.setDaemon(true);
    }

    static <T> Runner<T> start(String name, Callable<T> body) {
        Runner<T> runner = new Runner<>(name, body);
        runner.thread.start();
        return runner;
    }

    /** Runs the body on a new thread from its first to its last breath. */
    static <T> T runToEnd(String name, Callable<T> body) throws Exception {
        Runner<T> runner = start(name, body);
        T result = runner.result();
        runner.join();
        return result;
    }

    T result() throws Exception {
        try {
            return task.get(Gate.BOUND_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw Failures.asItIs(e.getCause());
        }
    }

    /** What the body threw; its thread is dead then. */
    Throwable failure() throws Exception {
        try {
            throw new AssertionError("returned " + task.get(Gate.BOUND_SECONDS, TimeUnit.SECONDS));
        } catch (ExecutionException e) {
            join();
            return e.getCause();
        }
    }

    void join() throws InterruptedException {
        thread.join(TimeUnit.SECONDS.toMillis(Gate.BOUND_SECONDS));
    }
}
