package io.github.flinkagentsbridge.routing;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The latest durations of one kind, as many as fit: what Flink's own histograms keep too, so that
 * percentiles follow what happens now. Adding takes no lock and allocates nothing; a reader may see
 * a duration that is being replaced, never a torn one.
 *
 * <p>Threads: any.
 */
final class RecentTimes {
    private static final int SIZE = 1024;

    private final AtomicLong added = new AtomicLong();
    private final AtomicLongArray nanos = new AtomicLongArray(SIZE);

    void add(long duration) {
        nanos.setOpaque((int) (added.getAndIncrement() % SIZE), duration);
    }

    TimeSummary summary() {
        long count = added.get();
        long[] copy = new long[(int) Math.min(count, SIZE)];
        for (int i = 0; i < copy.length; i++) {
            copy[i] = nanos.getOpaque(i);
        }
        return new TimeSummary(count, copy);
    }
}
