package io.github.flinkagentsbridge.agents;

import java.util.concurrent.atomic.LongAdder;

/**
 * How often keys were parked and what has woken them, in this JVM so far.
 *
 * <p>Threads: any.
 */
public final class WakeCounts {

    static final LongAdder PARKED = new LongAdder();
    static final LongAdder BY_COMPLETION = new LongAdder();
    static final LongAdder BY_TIMER = new LongAdder();

    /** Their awaited call had ended before they were parked. */
    static final LongAdder AT_ONCE = new LongAdder();

    /** Keys of operators that have closed, or have failed. */
    static final LongAdder GIVEN_UP = new LongAdder();

    private WakeCounts() {}

    /** Keys that are parked at this moment. */
    public static long parkedNow() {
        return PARKED.sum() - BY_COMPLETION.sum() - BY_TIMER.sum() - AT_ONCE.sum() - GIVEN_UP.sum();
    }

    public static long parked() {
        return PARKED.sum();
    }

    public static long wokenByCompletion() {
        return BY_COMPLETION.sum();
    }

    public static long wokenByTimer() {
        return BY_TIMER.sum();
    }

    public static long wokenAtOnce() {
        return AT_ONCE.sum();
    }
}
