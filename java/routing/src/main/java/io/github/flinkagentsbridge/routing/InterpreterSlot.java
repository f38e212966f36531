package io.github.flinkagentsbridge.routing;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/**
 * The one interpreter of one thread of ours: made at first use, reused, closed at the thread's end,
 * all on that thread (I3). Only {@link #leave} comes from elsewhere.
 */
final class InterpreterSlot<I> {
    enum Phase {
        EMPTY,
        MAKING,
        BOUND,
        CLOSING,
        ENDED,
        LEFT
    }

    private static final VarHandle DEPTH = field("depth", int.class);
    private static final VarHandle CALLS = field("calls", long.class);

    private final InterpreterFactory<I> factory;
    private final Counters counters;
    private final Supplier<ManagerClosedException> closed;

    /**
     * Legal edges, by the slot's thread: EMPTY to MAKING to BOUND; MAKING to EMPTY when the making
     * failed, so that the next operation tries anew; BOUND to CLOSING to ENDED; EMPTY to ENDED. By
     * the thread that closes the manager: any but ENDED to LEFT, when the slot's thread did not end
     * in time. Nothing leads out of LEFT: what the interpreter leans on is closed by then.
     */
    private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.EMPTY);

    private I interpreter;

    /** Written by its thread only, as {@link #calls} is, and plainly: a fence costs more. */
    private int depth;

    private long calls;

    InterpreterSlot(
            InterpreterFactory<I> factory,
            Counters counters,
            Supplier<ManagerClosedException> closed) {
        this.factory = factory;
        this.counters = counters;
        this.closed = closed;
    }

    Counters counters() {
        return counters;
    }

    Phase phase() {
        return phase.get();
    }

    /** Whether the slot's thread may begin an operation. */
    boolean accepts() {
        Phase now = phase.get();
        return now == Phase.EMPTY || now == Phase.BOUND;
    }

    /** As of some moment, where another thread asks. */
    boolean isInside() {
        return (int) DEPTH.getOpaque(this) > 0;
    }

    /** Notes that its thread begins an operation that is not inside of another one. */
    void countCall() {
        calls++;
    }

    /** How many were noted; as of some moment, where another thread asks. */
    long calls() {
        return (long) CALLS.getOpaque(this);
    }

    /** Whether the slot's thread may go on with an operation that it is inside of. */
    boolean mayNest() {
        return depth > 0 && phase.get() != Phase.LEFT;
    }

    <R, X extends Throwable> R run(InterpreterOperation<? super I, R, X> operation) throws X {
        I own = enter();
        try {
            return operation.run(own);
        } finally {
            exit();
        }
    }

    /** Begins an operation, with the interpreter made if there is none; {@link #exit} follows. */
    I enter() {
        if (depth == 0 && phase.get() != Phase.BOUND) {
            make();
        }
        depth++;
        return interpreter;
    }

    /** Ends what {@link #enter} began. */
    void exit() {
        depth--;
    }

    private void make() {
        if (!phase.compareAndSet(Phase.EMPTY, Phase.MAKING)) {
            throw closed.get();
        }
        long begun = System.nanoTime();
        try {
            interpreter = Objects.requireNonNull(factory.create(), "create() returned null");
        } catch (Throwable failure) {
            unmake();
            throw Failures.asItIs(failure);
        }
        counters.interpreterMade(System.nanoTime() - begun);
        try {
            prepare();
        } catch (Throwable failure) {
            closeHalfMade(failure);
            throw Failures.asItIs(failure);
        }
        if (!phase.compareAndSet(Phase.MAKING, Phase.BOUND)) {
            throw closed.get();
        }
    }

    /** Nothing was made, or it is closed again; so nothing was left either. */
    private void unmake() {
        if (!phase.compareAndSet(Phase.MAKING, Phase.EMPTY)) {
            counters.interpretersLeaked.decrement();
        }
    }

    /** Whatever the preparation calls back runs on the interpreter being prepared. */
    private void prepare() throws Exception {
        depth++;
        try {
            factory.prepare(interpreter);
        } finally {
            exit();
        }
    }

    private void closeHalfMade(Throwable failure) {
        long begun = System.nanoTime();
        Throwable another = close();
        unmake();
        if (another != null && another != failure) {
            failure.addSuppressed(another);
        }
        countEnd(another, begun);
    }

    /** Closes what there is, at the end of the slot's thread. Returns what close threw, or null. */
    Throwable end() {
        if (phase.compareAndSet(Phase.EMPTY, Phase.ENDED)
                || !phase.compareAndSet(Phase.BOUND, Phase.CLOSING)) {
            return null;
        }
        long begun = System.nanoTime();
        Throwable failure = close();
        if (phase.compareAndSet(Phase.CLOSING, Phase.ENDED)) {
            countEnd(failure, begun);
        }
        return failure;
    }

    private Throwable close() {
        I closing = interpreter;
        interpreter = null;
        try {
            factory.close(closing);
            return null;
        } catch (Throwable failure) {
            return failure;
        }
    }

    /** Gives up on the slot's thread. True if that leaves an interpreter unclosed. */
    boolean leave() {
        Phase before;
        do {
            before = phase.get();
            if (before == Phase.ENDED || before == Phase.LEFT) {
                return false;
            }
        } while (!phase.compareAndSet(before, Phase.LEFT));
        boolean leaked = before != Phase.EMPTY;
        if (leaked) {
            counters.interpreterLeaked(false);
        }
        return leaked;
    }

    private void countEnd(Throwable failure, long begun) {
        counters.interpreterEnded(failure == null, false, System.nanoTime() - begun);
    }

    private static VarHandle field(String name, Class<?> type) {
        try {
            return MethodHandles.lookup().findVarHandle(InterpreterSlot.class, name, type);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }
}
