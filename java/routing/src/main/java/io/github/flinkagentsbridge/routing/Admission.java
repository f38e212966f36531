package io.github.flinkagentsbridge.routing;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Who may begin an operation: a state and a count of tickets in one word, so that no ticket can be
 * taken after close has begun (I4). A ticket belongs to an operation, not to a thread.
 */
final class Admission {
    enum State {
        OPEN,
        CLOSING,
        CLOSED
    }

    private static final int STATE_SHIFT = 62;
    private static final long TICKETS = (1L << STATE_SHIFT) - 1;
    private static final long CLOSING = (long) State.CLOSING.ordinal() << STATE_SHIFT;

    /**
     * State in the top two bits, tickets below. Legal edges: OPEN to CLOSING by {@link
     * #beginClosing}, whoever wins the exchange; by that same thread CLOSING to CLOSED, {@link
     * #finishClosing}, or back to OPEN, {@link #reopen}. Tickets go up in OPEN only. Those that are
     * out in CLOSED belong to what close has given up on, and may still go down.
     */
    private final AtomicLong word = new AtomicLong();

    /** Whom to wake when the last ticket is given back. Written by the closing thread only. */
    private volatile Thread closer;

    State state() {
        return State.values()[(int) (word.get() >>> STATE_SHIFT)];
    }

    boolean isOpen() {
        return word.get() >>> STATE_SHIFT == 0;
    }

    long tickets() {
        return word.get() & TICKETS;
    }

    /** The thread that began to close, or null. */
    Thread closer() {
        return closer;
    }

    /** Takes a ticket, unless close has begun. */
    boolean tryEnter() {
        long seen = word.get();
        while (seen >>> STATE_SHIFT == 0) {
            if (word.compareAndSet(seen, seen + 1)) {
                return true;
            }
            seen = word.get();
        }
        return false;
    }

    /** Gives a ticket back. */
    void exit() {
        if (word.decrementAndGet() == CLOSING) {
            LockSupport.unpark(closer);
        }
    }

    /** True for the one caller that turns OPEN into CLOSING. */
    boolean beginClosing() {
        long seen = word.get();
        while (seen >>> STATE_SHIFT == 0) {
            if (word.compareAndSet(seen, seen | CLOSING)) {
                // Set before the closing thread first looks at the count, so that either it sees
                // the last ticket gone or the thread giving it back sees whom to wake.
                closer = Thread.currentThread();
                return true;
            }
            seen = word.get();
        }
        return false;
    }

    boolean isIdle() {
        return tickets() == 0;
    }

    void finishClosing() {
        word.addAndGet(CLOSING);
        closer = null;
    }

    /** Takes the closing back, as if it had not begun. */
    void reopen() {
        // Before the state, since the next closing thread writes it after.
        closer = null;
        word.addAndGet(-CLOSING);
    }
}
