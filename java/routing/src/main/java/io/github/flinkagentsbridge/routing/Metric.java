package io.github.flinkagentsbridge.routing;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * The numbers of a manager under the names that JMX, Flink's metrics and the JSON answer show them
 * by; {@code docs/metrics.md} has them too.
 */
public enum Metric {
    OWNER_CALLS("ownerCalls", true, Statistics::ownerCalls),
    WORKER_CALLS("workerCalls", true, Statistics::workerCalls),
    LANE_CALLS("laneCalls", true, Statistics::laneCalls),
    LANE_CALLS_OF_CPYTHON("laneCallsOfCPython", true, kind(SourceKind.CPYTHON)),
    LANE_CALLS_OF_JAVA("laneCallsOfJava", true, kind(SourceKind.JAVA)),
    LANE_CALLS_OF_VIRTUAL("laneCallsOfVirtual", true, kind(SourceKind.VIRTUAL)),
    REENTRANT_CALLS("reentrantCalls", true, Statistics::reentrantCalls),
    REFUSED_CALLS("refusedCalls", true, Statistics::refusedCalls),
    STALLS("stalls", true, Statistics::stalls),
    INTERPRETERS_MADE("interpretersMade", true, Statistics::interpretersMade),
    INTERPRETERS_CLOSED("interpretersClosed", true, Statistics::interpretersClosed),
    INTERPRETERS_LEAKED("interpretersLeaked", false, Statistics::interpretersLeaked),
    LIVE_INTERPRETERS("liveInterpreters", false, Statistics::liveInterpreters),
    HANDLES_MADE("handlesMade", true, Statistics::handlesMade),
    LIVE_HANDLES("liveHandles", false, Statistics::liveHandles),
    LANES("lanes", false, Statistics::lanes),
    LANES_IN_USE("lanesInUse", false, Statistics::lanesInUse),
    LANE_LIMIT("laneLimit", false, Statistics::laneLimit),
    QUEUED_CALLS("queuedCalls", false, Statistics::queuedCalls),
    SOURCE_THREADS("sourceThreads", false, Statistics::sourceThreads),
    ATTACHED_CPYTHON_THREADS("attachedCPythonThreads", false, Statistics::attachedCPythonThreads);

    private final String key;
    private final boolean growing;
    private final ToLongFunction<Statistics> value;

    Metric(String key, boolean growing, ToLongFunction<Statistics> value) {
        this.key = key;
        this.growing = growing;
        this.value = value;
    }

    private static ToLongFunction<Statistics> kind(SourceKind kind) {
        return statistics -> statistics.laneCallsBySourceKind().get(kind.key());
    }

    /** Its name. */
    public String key() {
        return key;
    }

    /** Whether it counts what has happened, and so never goes down. */
    public boolean isCount() {
        return growing;
    }

    /** Its value. */
    public long of(Statistics statistics) {
        return value.applyAsLong(statistics);
    }

    /** All values by name. */
    public static Map<String, Object> all(Statistics statistics) {
        Map<String, Object> values = new LinkedHashMap<>();
        for (Metric metric : values()) {
            values.put(metric.key, metric.of(statistics));
        }
        return values;
    }
}
