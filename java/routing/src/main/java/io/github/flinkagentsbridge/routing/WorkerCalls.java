package io.github.flinkagentsbridge.routing;

import java.util.HashSet;
import java.util.Set;

/**
 * How many operations a manager's workers have begun. Each worker counts its own in a plain field
 * of its slot, which costs it less than an atomic update; here they are summed up.
 */
final class WorkerCalls {

    /** Slots of workers that run; guarded by this, as is the sum of those that have ended. */
    private final Set<InterpreterSlot<?>> living = new HashSet<>();

    private long ended;

    /** By a worker, before its first operation. */
    synchronized void begin(InterpreterSlot<?> slot) {
        living.add(slot);
    }

    /** By a worker, after its last operation. */
    synchronized void end(InterpreterSlot<?> slot) {
        if (living.remove(slot)) {
            ended += slot.calls();
        }
    }

    synchronized long sum() {
        return ended + living.stream().mapToLong(InterpreterSlot::calls).sum();
    }
}
