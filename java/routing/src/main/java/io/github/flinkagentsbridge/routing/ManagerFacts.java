package io.github.flinkagentsbridge.routing;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What {@link Dump} tells people, as maps and lists for programs. */
final class ManagerFacts {

    private ManagerFacts() {}

    static Map<String, Object> of(Lane<?> lane) {
        LaneCall<?> running = lane.running();
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("thread", lane.getName());
        facts.put("interpreter", lane.condition());
        facts.put("sourceThreads", lane.sources);
        facts.put("running", running == null ? null : of(running, running.runningNanos()));
        facts.put(
                "queued",
                lane.queued().stream()
                        .map(call -> of(call, call.waitingNanos()))
                        .collect(Collectors.toList()));
        return facts;
    }

    private static Map<String, Object> of(LaneCall<?> call, long nanos) {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("call", call.call());
        facts.put("caller", ThreadText.label(call.caller()));
        facts.put("forNanos", nanos);
        return facts;
    }

    static Map<String, Object> of(ManagedWorker<?> worker) {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("thread", worker.getName());
        facts.put("interpreter", worker.condition());
        return facts;
    }

    /** Who waits for this lane. */
    static List<Map<String, Object>> waits(Lane<?> lane) {
        List<Map<String, Object>> waits = new ArrayList<>();
        LaneCall<?> running = lane.running();
        if (running != null) {
            waits.add(wait(running.caller(), lane));
        }
        lane.waiting().forEach(caller -> waits.add(wait(caller, lane)));
        return waits;
    }

    static Map<String, Object> wait(Thread from, Thread to) {
        Map<String, Object> wait = new LinkedHashMap<>();
        wait.put("from", ThreadText.label(from));
        wait.put("to", ThreadText.label(to));
        return wait;
    }
}
