package io.github.flinkagentsbridge.pemja;

import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

/**
 * The one reference that a handle owns in Python (H4), and what keeps it from being given back
 * twice or under a running call (B5). Outlives its handle: the garbage collector reports it.
 *
 * <p>Threads: any.
 */
public final class HandleRecord extends PhantomReference<HandleSeam> {

    private static final AtomicIntegerFieldUpdater<HandleRecord> STATE =
            AtomicIntegerFieldUpdater.newUpdater(HandleRecord.class, "state");
    private static final int CLOSED = 1 << 30;
    private static final int RELEASED = 1 << 31;
    private static final int USES = CLOSED - 1;

    private final HandleRegistry registry;
    private final long pointer;

    /** Where the handle was made; null unless that is asked for. */
    private final Throwable place;

    /**
     * Running calls on the handle in the low bits, and two marks. Legal edges: uses go up only
     * while not CLOSED; CLOSED is set once, by {@link #close} or along with RELEASED; RELEASED is
     * set once, by {@link #claim}, with no uses.
     */
    private volatile int state;

    /** Neighbours among the live, both null when it is not there; by {@link LiveHandles} only. */
    private HandleRecord next;

    private HandleRecord previous;

    HandleRecord(
            HandleSeam handle,
            ReferenceQueue<? super HandleSeam> queue,
            HandleRegistry registry,
            long pointer,
            Throwable place) {
        super(handle, queue);
        this.registry = registry;
        this.pointer = pointer;
        this.place = place;
    }

    HandleRegistry registry() {
        return registry;
    }

    long pointer() {
        return pointer;
    }

    Throwable place() {
        return place;
    }

    /** Whether the handle was closed, or is no longer reachable. */
    public boolean isClosed() {
        return (state & CLOSED) != 0;
    }

    /** Begins a use; false once the handle is closed. */
    boolean enter() {
        int seen = state;
        while ((seen & CLOSED) == 0) {
            if (STATE.compareAndSet(this, seen, seen + 1)) {
                return true;
            }
            seen = state;
        }
        return false;
    }

    /** Ends a use; true if a close meanwhile left the reference to be given back. */
    boolean leave() {
        return STATE.decrementAndGet(this) == CLOSED;
    }

    /** Ends the handle's life; true if the reference can be given back, now that nobody uses it. */
    boolean close() {
        int seen = STATE.getAndAccumulate(this, CLOSED, (a, b) -> a | b);
        return (seen & CLOSED) == 0 && (seen & USES) == 0;
    }

    /**
     * Ends the handle's life, if that has not happened. Whoever gets true gives the reference back;
     * one caller only does. False while a call runs on the handle.
     */
    boolean claim() {
        return STATE.compareAndSet(this, 0, CLOSED | RELEASED)
                || STATE.compareAndSet(this, CLOSED, CLOSED | RELEASED);
    }

    HandleRecord next() {
        return next;
    }

    void linkBefore(HandleRecord follower) {
        next = follower;
        if (follower != null) {
            follower.previous = this;
        }
    }

    void unlink() {
        if (next != null) {
            next.previous = previous;
        }
        if (previous != null) {
            previous.next = next;
        }
        next = null;
        previous = null;
    }
}
