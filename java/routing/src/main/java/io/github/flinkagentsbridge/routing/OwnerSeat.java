package io.github.flinkagentsbridge.routing;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The owner's side of a manager: the primary and how deep the owner is inside of operations. All
 * plain fields, written by the owner only (I5); others read the two numbers as of some moment.
 */
final class OwnerSeat<I> {
    private static final VarHandle DEPTH = field("depth", int.class);
    private static final VarHandle CALLS = field("calls", long.class);

    final Thread thread = Thread.currentThread();
    final long nativeId = NativeThread.currentId();

    /** Null once the primary is closed or left for good. */
    private I primary;

    private int depth;
    private long calls;

    OwnerSeat(I primary) {
        this.primary = primary;
    }

    I enter() {
        depth++;
        calls++;
        return primary;
    }

    void exit() {
        depth--;
    }

    boolean isInside() {
        return depth != 0;
    }

    boolean hasPrimary() {
        return primary != null;
    }

    /** Hands out the primary to be closed, once; null after that. By the owner, or when it died. */
    I takePrimary() {
        I taken = primary;
        primary = null;
        return taken;
    }

    int depthSeenByOthers() {
        return (int) DEPTH.getOpaque(this);
    }

    long callsSeenByOthers() {
        return (long) CALLS.getOpaque(this);
    }

    private static VarHandle field(String name, Class<?> type) {
        try {
            return MethodHandles.lookup().findVarHandle(OwnerSeat.class, name, type);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }
}
