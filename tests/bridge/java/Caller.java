package probe;

import io.github.flinkagentsbridge.pemja.Bridge;

import py4j.Py4JJavaException;
import py4j.reflection.ReflectionEngine;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;

/** A thread that makes the calls it is told to make, one after the other. */
public final class Caller {
    private static final ReflectionEngine METHODS = new ReflectionEngine();

    private final Executor executor;

    private Caller(Executor executor) {
        this.executor = executor;
    }

    /** The very thread that asks for the calls. */
    public static Caller here() {
        return new Caller(Runnable::run);
    }

    /** A thread of its own that no manager knows. */
    public static Caller source(String name) {
        return new Caller(Executors.newSingleThreadExecutor(daemons(name)));
    }

    /** A managed worker thread of the interpreter's manager, in a pool of one. */
    public static Caller worker(Object interpreter) {
        var threads = Bridge.managerOf(interpreter).managedThreads();
        ExecutorService pool = Executors.newSingleThreadExecutor(threads);
        return new Caller(threads.manage(pool));
    }

    private static ThreadFactory daemons(String name) {
        return task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        };
    }

    /** Starts one call; {@code rest}, if given, becomes the last argument as an array. */
    public Outcome start(Object target, String method, List<?> arguments, List<?> rest) {
        List<Object> all = new ArrayList<>(arguments);
        if (rest != null) {
            all.add(rest.toArray());
        }
        return start(() -> call(target, method, all.toArray()));
    }

    /** Starts whatever the probe classes offer. */
    public Outcome start(Callable<?> task) {
        Outcome outcome = new Outcome(task);
        executor.execute(outcome);
        return outcome;
    }

    private static Object call(Object target, String method, Object[] arguments) throws Exception {
        try {
            return METHODS.invoke(target, METHODS.getMethod(target, method, arguments), arguments);
        } catch (Py4JJavaException failure) {
            throw asItIs(failure.getCause());
        }
    }

    private static Exception asItIs(Throwable failure) {
        if (failure instanceof Error) {
            throw (Error) failure;
        }
        return (Exception) failure;
    }
}
