package io.github.flinkagentsbridge.agents;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * The one deadline of an operator's close, {@code close-deadline}: each step that waits takes what
 * the steps before it have left (B4), since Flink counts them all together (D7).
 *
 * <p>Threads: a budget belongs to the closing thread, on which all steps run.
 */
public final class CloseBudget {

    private static final ThreadLocal<Long> END = new ThreadLocal<>();

    private static volatile Duration whole = Duration.ofSeconds(60);

    private CloseBudget() {}

    /** Says how much there is for each operator. */
    static void configure(Duration deadline) {
        whole = deadline;
    }

    /** Runs an operator's close; time counts from here. */
    static void spend(Runnable close) {
        END.set(System.nanoTime() + whole.toNanos());
        try {
            close.run();
        } finally {
            END.remove();
        }
    }

    /** What a step may take: all there is where no operator is being closed on this thread. */
    static Duration left() {
        Long end = END.get();
        return end == null ? whole : Duration.ofNanos(Math.max(0, end - System.nanoTime()));
    }

    /** {@link #left} in seconds, for the step that waits in Python. */
    public static double leftSeconds() {
        return left().toNanos() / (double) TimeUnit.SECONDS.toNanos(1);
    }
}
