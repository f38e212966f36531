package io.github.flinkagentsbridge.routing;

import java.util.Arrays;

/** What the latest durations of one kind were like, in nanoseconds. Immutable. */
public final class TimeSummary {
    private final long count;
    private final long[] sorted;

    TimeSummary(long count, long[] nanos) {
        this.count = count;
        this.sorted = nanos;
        Arrays.sort(sorted);
    }

    /** How many there have ever been. */
    public long count() {
        return count;
    }

    /** How many the other numbers are about: the latest ones. */
    public int size() {
        return sorted.length;
    }

    /** Those durations, the shortest first. */
    public long[] values() {
        return sorted.clone();
    }

    /**
     * The least of them that at least this part of them does not exceed; 0 if there is none.
     *
     * @param part from 0 to 1
     */
    public long quantile(double part) {
        if (sorted.length == 0) {
            return 0;
        }
        int rank = (int) Math.ceil(part * sorted.length);
        return sorted[Math.max(0, Math.min(sorted.length, rank) - 1)];
    }

    /** The longest of them; 0 if there is none. */
    public long max() {
        return quantile(1);
    }

    /** The shortest of them; 0 if there is none. */
    public long min() {
        return quantile(0);
    }

    /** Their mean; 0 if there is none. */
    public double mean() {
        return Arrays.stream(sorted).average().orElse(0);
    }

    /** Their standard deviation; 0 if there are less than two. */
    public double deviation() {
        double mean = mean();
        double squares = Arrays.stream(sorted).mapToDouble(n -> (n - mean) * (n - mean)).sum();
        return sorted.length < 2 ? 0 : Math.sqrt(squares / (sorted.length - 1));
    }
}
