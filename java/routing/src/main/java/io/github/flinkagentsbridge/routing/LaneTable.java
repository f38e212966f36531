package io.github.flinkagentsbridge.routing;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * The lanes, and which source thread holds which. Finding the lane of a thread that has one takes
 * no lock; giving a new thread its lane does, and runs no foreign code meanwhile (I1).
 */
final class LaneTable<I> {
    private final Object lock = new Object();
    private final Map<Object, SourceThread<I>> sources = new ConcurrentHashMap<>();
    private final List<Lane<I>> lanes = new CopyOnWriteArrayList<>();
    private final ManagerOptions options;
    private final Supplier<Lane<I>> newLane;
    private final Refusals refusals;
    private volatile int limit;
    private volatile int made;
    private boolean sealed;

    LaneTable(ManagerOptions options, Supplier<Lane<I>> newLane, Refusals refusals) {
        this.options = options;
        this.limit = options.laneLimit();
        this.newLane = newLane;
        this.refusals = refusals;
    }

    int limit() {
        return limit;
    }

    void limit(int lanes) {
        limit = lanes;
    }

    List<Lane<I>> lanes() {
        return lanes;
    }

    /** How many there have ever been. */
    int made() {
        return made;
    }

    int liveSources() {
        return (int) sources.values().stream().filter(source -> !source.isGone()).count();
    }

    /** Live threads of CPython's that hold a lane, and so are attached to this JVM. */
    int attachedCPythonThreads() {
        return (int)
                sources.values().stream()
                        .filter(each -> each.kind() == SourceKind.CPYTHON && !each.isGone())
                        .count();
    }

    /** Queues a call of the current thread on its lane. The call's ticket goes with it (I4). */
    SourceThread<I> submit(Thread current, LaneCall<I> call) {
        SourceThread<I> source = sources.get(new SourceThread.Probe(current));
        if (source == null) {
            source = admit(current, SourceKind.of(current));
        } else if (!source.lane().promise()) {
            throw refusals.laneFull(source.lane());
        }
        source.lane().submit(call);
        return source;
    }

    private SourceThread<I> admit(Thread current, SourceKind kind) {
        Lane<I> spare = null;
        while (true) {
            boolean open;
            Lane<I> lane = null;
            synchronized (lock) {
                open = !sealed;
                if (open) {
                    sweep();
                    lane = choose(spare);
                    // Promised within the lock, lest the next new thread take it for idle.
                    if (lane != null && lane.promise()) {
                        return assign(current, kind, lane);
                    }
                }
            }
            // Out of the lock: who listens is told of a refusal (I13), and a thread's constructor
            // calls overridable methods of its parent.
            if (!open) {
                throw refusals.closed("A call");
            }
            if (lane != null) {
                throw refusals.laneFull(lane);
            }
            spare = newLane.get();
        }
    }

    /**
     * A lane that nobody holds, else a new one, else an idle one (B3), else the least held one. One
     * that is idle between two calls of its source thread comes after a new one, since both would
     * keep it for life (R8): threads of a pool would wait for each other with lanes still to make.
     * Null if a new lane is due and there is no spare one.
     */
    private Lane<I> choose(Lane<I> spare) {
        Lane<I> free = leastHeld(lane -> lane.sources == 0 && lane.isIdle());
        if (free != null) {
            return free;
        }
        if (lanes.size() >= limit) {
            Lane<I> idle = leastHeld(Lane::isIdle);
            Lane<I> roomy = idle != null ? idle : leastHeld(Lane::hasRoom);
            return roomy != null ? roomy : leastHeld(lane -> true);
        }
        if (spare != null) {
            spare.setName(options.laneName(lanes.size() + 1));
            spare.start();
            lanes.add(spare);
            made = lanes.size();
        }
        return spare;
    }

    private Lane<I> leastHeld(Predicate<Lane<I>> wanted) {
        Comparator<Lane<I>> bySources = Comparator.comparingInt(lane -> lane.sources);
        return lanes.stream().filter(wanted).min(bySources).orElse(null);
    }

    private SourceThread<I> assign(Thread current, SourceKind kind, Lane<I> lane) {
        lane.sources++;
        SourceThread<I> source = new SourceThread<>(current, kind, lane);
        sources.put(source, source);
        return source;
    }

    /**
     * Gives back what dead or collected threads held, at each new thread: a lane that only the dead
     * hold is to be taken before a new one is made, or one is shared. Looks at all source threads,
     * which takes some 10 ns for each, far less than a thread's own making.
     */
    private void sweep() {
        sources.values().removeIf(LaneTable::removeIfGone);
    }

    private static <I> boolean removeIfGone(SourceThread<I> source) {
        if (!source.isGone()) {
            return false;
        }
        source.lane().sources--;
        return true;
    }

    /** By the closing thread: no lane is made from here on. */
    void seal() {
        synchronized (lock) {
            sealed = true;
        }
    }

    /** After close: nobody is served any more. */
    void clear() {
        synchronized (lock) {
            sources.clear();
            lanes.clear();
        }
    }
}
