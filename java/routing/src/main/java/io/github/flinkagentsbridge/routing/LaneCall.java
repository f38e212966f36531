package io.github.flinkagentsbridge.routing;

import java.util.concurrent.locks.LockSupport;

/**
 * One operation on its way through a lane: run once by the lane, awaited by its caller, its outcome
 * handed over once. Result and failure are published by {@code done} (I6).
 */
final class LaneCall<I> {
    private static final System.Logger LOG = System.getLogger(LaneCall.class.getName());

    private final Thread caller;
    private final InterpreterOperation<? super I, ?, ?> operation;
    private Object result;
    private Throwable failure;
    private volatile boolean done;

    LaneCall(Thread caller, InterpreterOperation<? super I, ?, ?> operation) {
        this.caller = caller;
        this.operation = operation;
    }

    Thread caller() {
        return caller;
    }

    /** By the lane. Throws nothing, whatever the operation does: the lane lives on. */
    void execute(InterpreterSlot<I> slot) {
        try {
            result = slot.run(operation);
        } catch (Throwable thrown) {
            failure = thrown;
        }
    }

    /** By the lane, when nothing of this call is left on it. */
    void finish() {
        done = true;
        LockSupport.unpark(caller);
    }

    /** By the caller: waits for the outcome, also when interrupted (R15). */
    Object await(Lane<I> lane, long warnNanos) {
        Waiting.until(() -> done, this, warnNanos, false, () -> warn(lane));
        if (failure != null) {
            throw Failures.asItIs(failure);
        }
        return result;
    }

    private void warn(Lane<I> lane) {
        LaneCall<I> running = lane.running();
        String what =
                running == null
                        ? "runs nothing"
                        : running == this
                                ? "runs this call"
                                : "runs a call of '" + ThreadText.label(running.caller) + "'";
        LOG.log(
                System.Logger.Level.WARNING,
                "Thread ''{0}'' still waits for lane ''{1}'', which {2}:{3}",
                ThreadText.label(caller),
                lane.getName(),
                what,
                ThreadText.frames(lane));
    }
}
