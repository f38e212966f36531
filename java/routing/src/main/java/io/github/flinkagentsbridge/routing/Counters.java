package io.github.flinkagentsbridge.routing;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** What a manager counts, except the owner's calls, which {@link OwnerSeat} counts by itself. */
final class Counters {
    final LongAdder workerCalls = new LongAdder();
    final LongAdder reentrantCalls = new LongAdder();
    final LongAdder refusedCalls = new LongAdder();
    final LongAdder interpretersMade = new LongAdder();
    final LongAdder interpretersClosed = new LongAdder();
    final LongAdder interpretersLeaked = new LongAdder();
    private final LongAdder[] laneCalls = new LongAdder[SourceKind.values().length];

    Counters() {
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
}
