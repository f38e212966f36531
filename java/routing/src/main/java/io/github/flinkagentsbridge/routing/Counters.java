package io.github.flinkagentsbridge.routing;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/**
 * What a manager counts and times, and tells its listener; the owner's calls are counted by {@link
 * OwnerSeat}, those of workers by their slots.
 */
final class Counters {
    final WorkerCalls workerCalls = new WorkerCalls();
    final LongAdder reentrantCalls = new LongAdder();
    final LongAdder refusedCalls = new LongAdder();
    final LongAdder stalls = new LongAdder();
    final LongAdder interpretersMade = new LongAdder();
    final LongAdder interpretersClosed = new LongAdder();
    final LongAdder interpretersLeaked = new LongAdder();
    final RecentTimes queueWaits = new RecentTimes();
    final RecentTimes laneRuns = new RecentTimes();
    final RecentTimes inlineRuns = new RecentTimes();
    private final LongAdder[] laneCalls = new LongAdder[SourceKind.values().length];
    private final ManagerOptions options;

    Counters(ManagerOptions options) {
        this.options = options;
        for (SourceKind kind : SourceKind.values()) {
            laneCalls[kind.ordinal()] = new LongAdder();
        }
    }

    void laneCall(SourceKind kind) {
        laneCalls[kind.ordinal()].increment();
    }

    Map<String, Long> laneCallsByKind() {
        Map<String, Long> calls = new LinkedHashMap<>();
        for (SourceKind kind : SourceKind.values()) {
            calls.put(kind.key(), laneCalls[kind.ordinal()].sum());
        }
        return calls;
    }

    /** By the lane that has run a call. */
    void laneRan(LaneCall<?> call) {
        queueWaits.add(call.queuedNanos());
        laneRuns.add(call.runNanos());
    }

    void interpreterMade(long nanos) {
        interpretersMade.increment();
        tell(RoutingListener.Change.MADE, false, nanos);
    }

    /** An interpreter whose close has returned or thrown. */
    void interpreterEnded(boolean closed, boolean primary, long nanos) {
        if (closed) {
            interpretersClosed.increment();
            tell(RoutingListener.Change.CLOSED, primary, nanos);
        } else {
            interpreterLeaked(primary);
        }
    }

    void interpreterLeaked(boolean primary) {
        interpretersLeaked.increment();
        tell(RoutingListener.Change.LEAKED, primary, 0);
    }

    private void tell(RoutingListener.Change change, boolean primary, long nanos) {
        if (options.listener().listens()) {
            options.listener().interpreter(options.name(), change, primary, nanos);
        }
    }
}
