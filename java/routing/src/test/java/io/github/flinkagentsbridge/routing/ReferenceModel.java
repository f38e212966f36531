package io.github.flinkagentsbridge.routing;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** What the routing promises, without threads: who is served where, who waits, who is refused. */
final class ReferenceModel {
    /** One lane: what it runs, and what waits for that in order. */
    static final class LaneModel {
        Actor.Operation running;
        final Deque<Actor.Operation> queue = new ArrayDeque<>();
        int sources;
        FakeInterpreter python;

        boolean isIdle() {
            return running == null && queue.isEmpty();
        }
    }

    private final int limit;
    private final int queueLimit;
    private final List<LaneModel> lanes = new ArrayList<>();
    private final Map<Actor, LaneModel> laneOf = new HashMap<>();

    boolean open = true;
    int tickets;
    long laneCalls;
    long workerCalls;
    long refused;

    ReferenceModel(int limit, int queueLimit) {
        this.limit = limit;
        this.queueLimit = queueLimit;
    }

    /**
     * R8: the lane of a source thread: its own, else one that nobody holds, a new one, an idle one,
     * the least held one.
     */
    LaneModel laneFor(Actor source) {
        LaneModel own = laneOf.get(source);
        if (own != null) {
            return own;
        }
        LaneModel free = leastHeld(lane -> lane.sources == 0 && lane.isIdle());
        if (free != null) {
            return free;
        }
        if (lanes.size() < limit) {
            return new LaneModel();
        }
        LaneModel idle = leastHeld(LaneModel::isIdle);
        LaneModel roomy = idle != null ? idle : leastHeld(this::hasRoom);
        return roomy != null ? roomy : leastHeld(lane -> true);
    }

    boolean hasRoom(LaneModel lane) {
        return lane.queue.size() < queueLimit;
    }

    private LaneModel leastHeld(Predicate<LaneModel> wanted) {
        LaneModel least = null;
        for (LaneModel lane : lanes) {
            if (wanted.test(lane) && (least == null || lane.sources < least.sources)) {
                least = lane;
            }
        }
        return least;
    }

    /** R4: true if the call starts at once, false if it waits behind another. */
    boolean submit(Actor source, LaneModel lane, Actor.Operation operation) {
        if (!lanes.contains(lane)) {
            lanes.add(lane);
        }
        if (laneOf.put(source, lane) == null) {
            lane.sources++;
        }
        tickets++;
        laneCalls++;
        if (lane.running == null) {
            lane.running = operation;
            return true;
        }
        lane.queue.add(operation);
        return false;
    }

    /** What starts now that the lane's operation has ended; null if nothing waits. */
    Actor.Operation finish(LaneModel lane) {
        tickets--;
        lane.running = lane.queue.poll();
        return lane.running;
    }

    /** B4: a call that was given up never runs, and its ticket is back. */
    void giveUp(LaneModel lane, Actor.Operation operation) {
        lane.queue.remove(operation);
        tickets--;
    }

    LaneModel running(Actor.Operation operation) {
        for (LaneModel lane : lanes) {
            if (lane.running == operation) {
                return lane;
            }
        }
        return null;
    }

    int lanes() {
        return lanes.size();
    }
}
