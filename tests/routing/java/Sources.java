package probe;

import java.util.ArrayList;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Runs tasks on threads of each kind that a job may have. */
public final class Sources {
    private Sources() {}

    /** The task's result, from a thread of that kind. */
    public static Callable<Object> on(String kind, Callable<?> task) {
        return () -> {
            FutureTask<Object> run = new FutureTask<>(task::call);
            start(kind, run);
            return run.get();
        };
    }

    private static void start(String kind, FutureTask<Object> run) throws Exception {
        switch (kind) {
            case "fork-join":
                new ForkJoinPool(1).execute(run);
                return;
            case "future":
                CompletableFuture.runAsync(() -> {}).thenRunAsync(run);
                return;
            case "timer":
                new Timer(true).schedule(taskOf(run), 0);
                return;
            case "scheduler":
                ScheduledExecutorService pool = Executors.newScheduledThreadPool(1);
                pool.schedule(run, 1, TimeUnit.MILLISECONDS);
                pool.shutdown();
                return;
            case "virtual":
                virtual(run);
                return;
            default:
                dying(run);
        }
    }

    private static TimerTask taskOf(Runnable body) {
        return new TimerTask() {
            @Override
            public void run() {
                body.run();
            }
        };
    }

    private static Thread virtual(Runnable body) throws Exception {
        return (Thread)
                Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, body);
    }

    /** A thread that is gone when its task is over. */
    private static void dying(Runnable body) throws InterruptedException {
        Thread thread = new Thread(body, "dying");
        thread.start();
        thread.join();
    }

    /** So many virtual threads at once, each of which runs the task several times. */
    public static Callable<List<Object>> onVirtual(int threads, int times, Callable<?> task) {
        return () -> {
            List<FutureTask<List<Object>>> runs = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                FutureTask<List<Object>> run = new FutureTask<>(() -> repeated(times, task));
                virtual(run);
                runs.add(run);
            }
            List<Object> results = new ArrayList<>();
            for (FutureTask<List<Object>> run : runs) {
                results.add(run.get());
            }
            return results;
        };
    }

    private static List<Object> repeated(int times, Callable<?> task) throws Exception {
        List<Object> results = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            results.add(task.call());
            Thread.yield();
        }
        return results;
    }

    /** A call of a Python function, to be run on any thread. */
    public static Callable<Object> calling(
            pemja.core.PythonInterpreter interpreter, String function, Object argument) {
        return () -> interpreter.invoke(function, argument);
    }
}
