package io.github.flinkagentsbridge.routing;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/** The durations that a manager measures, under the names that they are shown by. */
public enum Timing {
    /** From the submission of a call to a lane until that begins it. */
    QUEUE_WAIT("queueWaitNanos", Statistics::queueWaits),
    /** From there until it ends. */
    LANE_RUN("laneRunNanos", Statistics::laneRuns),
    /** Operations of owner and workers, those inside of others apart; only if that is chosen. */
    INLINE_RUN("inlineRunNanos", Statistics::inlineRuns);

    private final String key;
    private final Function<Statistics, TimeSummary> value;

    Timing(String key, Function<Statistics, TimeSummary> value) {
        this.key = key;
        this.value = value;
    }

    /** Its name. */
    public String key() {
        return key;
    }

    /** What the latest were like. */
    public TimeSummary of(Statistics statistics) {
        return value.apply(statistics);
    }

    /** All of them by name, each as its numbers by name. */
    public static Map<String, Object> all(Statistics statistics) {
        Map<String, Object> values = new LinkedHashMap<>();
        for (Timing timing : values()) {
            TimeSummary summary = timing.of(statistics);
            Map<String, Object> numbers = new LinkedHashMap<>();
            numbers.put("count", summary.count());
            numbers.put("p50", summary.quantile(0.5));
            numbers.put("p95", summary.quantile(0.95));
            numbers.put("p99", summary.quantile(0.99));
            numbers.put("max", summary.max());
            values.put(timing.key, numbers);
        }
        return values;
    }
}
