package waiting;

import io.github.flinkagentsbridge.agents.WakeCounts;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Random schedules, one after the other. */
public final class Schedules {
    private static final long PATIENCE = 60; // seconds for each
    private static final int ON_ONE_OPERATOR = 20;

    private Schedules() {}

    /**
     * Runs them all on this thread; throws at the first one that does not hold, or does not end.
     *
     * @param seed of the first one; the others count on
     * @param pythonPlan null for an agent in Java
     */
    public static void run(long seed, int count, String pythonPlan) throws Exception {
        ScheduledExecutorService patience = Executors.newSingleThreadScheduledExecutor();
        Thread runner = Thread.currentThread();
        Bench bench = null;
        try {
            for (int n = 0; n < count; n++) {
                if (n % ON_ONE_OPERATOR == 0) {
                    close(bench);
                    bench = new Bench(pythonPlan, null);
                }
                Future<?> over = patience.schedule(runner::interrupt, PATIENCE, TimeUnit.SECONDS);
                bench = one(seed + n, pythonPlan, bench);
                over.cancel(false);
            }
        } finally {
            patience.shutdownNow();
            close(bench);
        }
    }

    private static void close(Bench bench) throws Exception {
        if (bench != null) {
            bench.close();
        }
    }

    private static Bench one(long seed, String pythonPlan, Bench bench) {
        try {
            return new Schedule(seed, seed + "-", pythonPlan).run(bench);
        } catch (Exception failure) {
            throw new IllegalStateException("the schedule of seed " + seed, failure);
        }
    }

    /** By hand: seed, count, and a file with a plan if the agent shall be in Python. */
    public static void main(String[] arguments) throws Exception {
        long began = System.nanoTime();
        int count = Integer.parseInt(arguments[1]);
        String plan =
                arguments.length < 3
                        ? null
                        : Files.readString(Path.of(arguments[2]));
        run(Long.parseLong(arguments[0]), count, plan);
        System.out.printf(
                "%.1f ms each; %d parks, %d woken by completion, %d by the timer%n",
                (System.nanoTime() - began) / 1e6 / count,
                WakeCounts.parked(),
                WakeCounts.wokenByCompletion(),
                WakeCounts.wokenByTimer());
        System.exit(0);
    }
}
