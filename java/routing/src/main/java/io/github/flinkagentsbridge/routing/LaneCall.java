package io.github.flinkagentsbridge.routing;

import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * One operation on its way through a lane: run at most once, by the lane; awaited by its caller;
 * its outcome handed over once. Result and failure are published by DONE (I6).
 */
final class LaneCall<I> implements Wait {
    private static final System.Logger LOG = System.getLogger(LaneCall.class.getName());

    private enum Phase {
        QUEUED,
        RUNNING,
        DONE
    }

    /** The end of a wait without a result: what the caller is to throw. */
    private static final class Parting {
        final Supplier<? extends RuntimeException> error;

        /** Whether the lane had begun. */
        final boolean started;

        final long at = System.nanoTime();

        Parting(Supplier<? extends RuntimeException> error, boolean started) {
            this.error = error;
            this.started = started;
        }
    }

    private final Thread caller;
    private final LaneWork<I> work;

    /**
     * A {@link Phase}, or a {@link Parting}. Legal edges: QUEUED to RUNNING to DONE, by the lane;
     * QUEUED to a Parting, by any thread: the call is given up and never runs; RUNNING to a
     * Parting, by any thread: it runs to its end without its caller.
     */
    private final AtomicReference<Object> state = new AtomicReference<>(Phase.QUEUED);

    private volatile Lane<I> lane;
    private Object result;
    private Throwable failure;

    /** By the caller, before the lane can see the call. */
    private long submitted;

    /** By the lane; seen by who has seen it RUNNING, and DONE. */
    private volatile long begun;

    private long ended;

    LaneCall(Thread caller, LaneWork<I> work) {
        this.caller = caller;
        this.work = work;
    }

    Thread caller() {
        return caller;
    }

    /** What runs, in a few words. */
    String text() {
        return work.text();
    }

    /** What is called, for recordings. */
    String call() {
        return work.call();
    }

    /** By the caller, before the lane can see the call. */
    void assign(Lane<I> to) {
        lane = to;
        submitted = System.nanoTime();
    }

    /** By the lane. False if the call was given up: then nothing of it is left to do. */
    boolean begin() {
        begun = System.nanoTime();
        return state.compareAndSet(Phase.QUEUED, Phase.RUNNING);
    }

    /** By the lane. Throws nothing, whatever the operation does: the lane lives on. */
    void execute(InterpreterSlot<I> slot) {
        try {
            result = work.run(slot);
        } catch (Throwable thrown) {
            failure = thrown;
        }
        ended = System.nanoTime();
    }

    /** How long it was queued; by the lane that runs it. */
    long queuedNanos() {
        return begun - submitted;
    }

    /** How long it ran; by the lane that has run it. */
    long runNanos() {
        return ended - begun;
    }

    /** How long it has been running, for whoever finds it running. */
    long runningNanos() {
        return System.nanoTime() - begun;
    }

    /** How long ago it was submitted. */
    long waitingNanos() {
        return System.nanoTime() - submitted;
    }

    /** By the caller, after its wait. */
    void tell(RoutingListener.Hop hop) {
        Object end = state.get();
        boolean done = end == Phase.DONE;
        boolean started = done || end instanceof Parting && ((Parting) end).started;
        long until = done ? ended : end instanceof Parting ? ((Parting) end).at : submitted;
        hop.end(
                lane,
                call(),
                (started ? begun : until) - submitted,
                started ? until - begun : 0,
                outcome(done));
    }

    private RoutingListener.Outcome outcome(boolean done) {
        if (!done) {
            return RoutingListener.Outcome.GIVEN_UP;
        }
        return failure == null ? RoutingListener.Outcome.RESULT : RoutingListener.Outcome.ERROR;
    }

    /** By the lane, when nothing of this call is left on it. */
    void finish() {
        if (state.compareAndSet(Phase.RUNNING, Phase.DONE)) {
            LockSupport.unpark(caller);
        } else if (failure != null) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "What lane '"
                            + lane.getName()
                            + "' ran for '"
                            + ThreadText.label(caller)
                            + "', which no longer waited for it, has failed",
                    failure);
        }
    }

    /** Gives the call up, with its ticket, unless it has started. True if it will never run. */
    boolean giveUp(Supplier<? extends RuntimeException> error) {
        if (!state.compareAndSet(Phase.QUEUED, new Parting(error, false))) {
            return false;
        }
        lane.forget(this);
        LockSupport.unpark(caller);
        return true;
    }

    /** Ends the wait for a call that has started, which runs on. False if that came too late. */
    boolean leave(Supplier<? extends RuntimeException> error) {
        boolean left = state.compareAndSet(Phase.RUNNING, new Parting(error, true));
        if (left) {
            LockSupport.unpark(caller);
        }
        return left;
    }

    /** By the caller: waits for the outcome, also when interrupted (R15). */
    Object await(CallOptions limits, long warnNanos) {
        if (limits.isPatient()) {
            Waiting.park(this, warnNanos, Waiting.FOR_EVER, true);
        } else {
            awaitWithin(limits, warnNanos);
        }
        Object end = state.get();
        if (end instanceof Parting) {
            throw ((Parting) end).error.get();
        }
        if (failure != null) {
            throw Failures.asItIs(failure);
        }
        return result;
    }

    /** A wait that ends by itself is part of no cycle, and so not watched. */
    private void awaitWithin(CallOptions limits, long warnNanos) {
        long begun = System.nanoTime();
        Waiting.park(this, warnNanos, limits.startNanos(), false);
        if (isOver() || giveUp(() -> lane.refusals().callTimedOut(this, lane, false))) {
            return;
        }
        boolean bounded = limits.returnNanos() != Waiting.FOR_EVER;
        long left = bounded ? limits.returnNanos() - (System.nanoTime() - begun) : Waiting.FOR_EVER;
        Waiting.park(this, warnNanos, left, !bounded);
        if (bounded && !isOver()) {
            leave(() -> lane.refusals().callTimedOut(this, lane, true));
        }
    }

    @Override
    public Thread thread() {
        return caller;
    }

    @Override
    public boolean isOver() {
        Object now = state.get();
        return now != Phase.QUEUED && now != Phase.RUNNING;
    }

    @Override
    public List<Thread> awaited() {
        return isOver() ? List.of() : List.of(lane);
    }

    @Override
    public String sentence() {
        boolean runs = state.get() == Phase.RUNNING;
        return "'"
                + ThreadText.label(caller)
                + "' waits for lane '"
                + lane.getName()
                + "' "
                + (runs ? "to finish " : "to start ")
                + text()
                + (runs ? "" : ", while that runs " + lane.runningText());
    }

    @Override
    public void speak() {
        lane.speakOfSlowness();
    }

    @Override
    public int reluctance() {
        return state.get() == Phase.QUEUED ? 0 : 2;
    }

    @Override
    public void end(String cycle) {
        Supplier<WaitCycleException> error = () -> lane.refusals().waitCycle(this, lane, cycle);
        if (!giveUp(error)) {
            leave(error);
        }
    }

    @Override
    public PythonFrames frames() {
        return lane.frames();
    }
}
