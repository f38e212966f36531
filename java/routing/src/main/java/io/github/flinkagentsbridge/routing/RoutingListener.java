package io.github.flinkagentsbridge.routing;

/**
 * Told what a manager does, as it happens, for recordings (B10). Nothing but {@link #listens()} is
 * called, and nothing measured for it, while that is false.
 *
 * <p>Threads: any. Called with no lock held, sometimes inside of an operation: must be quick, and
 * should not throw: what it throws is logged once and lost.
 */
public interface RoutingListener {

    /** Hears nothing. */
    RoutingListener NONE = new RoutingListener() {};

    /** What becomes of an interpreter. */
    enum Change {
        MADE,
        CLOSED,
        LEAKED
    }

    /** How a call through a lane ends for its caller. */
    enum Outcome {
        RESULT,
        ERROR,
        GIVEN_UP
    }

    /** A call through a lane that is under way. */
    interface Hop {
        Hop UNHEARD = (lane, call, queuedNanos, runNanos, outcome) -> {};

        /**
         * By the thread that began it.
         *
         * @param lane null if the call got on none
         * @param queuedNanos until the lane began, or until the call was given up
         * @param runNanos until the lane had ended, or until its caller left; 0 if it never ran
         */
        void end(Thread lane, String call, long queuedNanos, long runNanos, Outcome outcome);
    }

    /** Whether anybody listens now. */
    default boolean listens() {
        return false;
    }

    /** By a source thread whose call is about to be queued. */
    default Hop hop(String manager) {
        return Hop.UNHEARD;
    }

    /**
     * By the interpreter's own thread, or by the closing one for what is left.
     *
     * @param nanos that making or closing it has taken
     */
    default void interpreter(String manager, Change change, boolean primary, long nanos) {}

    /** By the thread that is about to throw it. */
    default void refusal(String manager, BridgeException refusal) {}

    /**
     * By whoever warns of a slow lane.
     *
     * @param waitedNanos for how long the lane has run what it runs
     * @param waiters how many wait for it, the caller of what it runs among them
     */
    default void stall(String manager, Thread lane, long waitedNanos, int waiters, String call) {}
}
