package io.github.flinkagentsbridge.routing;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * How long a caller is ready to wait for its lane (B4). Holds for calls that go through a lane;
 * where a call runs inline there is nothing to wait for. Immutable.
 */
public final class CallOptions {
    /** Waits for the result, however long it takes: what is submitted is accepted (R15). */
    public static final CallOptions PATIENT = new CallOptions(null, null);

    private final Duration startWithin;
    private final Duration returnWithin;

    private CallOptions(Duration startWithin, Duration returnWithin) {
        this.startWithin = startWithin;
        this.returnWithin = returnWithin;
    }

    /**
     * Gives the call up if it has not started in time: then it never runs. A call that has started
     * in time is waited for.
     *
     * @throws InvalidOptionException if not above zero
     */
    public CallOptions startWithin(Duration limit) {
        return new CallOptions(ManagerOptions.positive("startWithin", limit), returnWithin);
    }

    /**
     * Ends the wait after this time. A call that has not started by then is given up and never
     * runs; one that has started cannot be given up: it runs to its end without its caller, and its
     * result is dropped.
     *
     * @throws InvalidOptionException if not above zero
     */
    public CallOptions returnWithin(Duration limit) {
        return new CallOptions(startWithin, ManagerOptions.positive("returnWithin", limit));
    }

    /** Null where there is no such limit. */
    public Duration startWithin() {
        return startWithin;
    }

    /** Null where there is no such limit. */
    public Duration returnWithin() {
        return returnWithin;
    }

    boolean isPatient() {
        return startWithin == null && returnWithin == null;
    }

    /** When a call that still waits to start is to be given up. */
    long startNanos() {
        return Math.min(nanos(startWithin), nanos(returnWithin));
    }

    long returnNanos() {
        return nanos(returnWithin);
    }

    private static long nanos(Duration limit) {
        return limit == null ? Waiting.FOR_EVER : TimeUnit.NANOSECONDS.convert(limit);
    }
}
