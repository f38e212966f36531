package io.github.flinkagentsbridge.pemja;

import io.github.flinkagentsbridge.routing.LaneThreads;
import io.github.flinkagentsbridge.telemetry.Flight;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * An operation that somebody looks at: a recording, or the times of inline operations. Made only
 * then, on the thread that runs the operation, and ended there.
 */
final class Observed {

    private static final System.Logger LOG = System.getLogger(Observed.class.getName());

    /** A recording that fails, fails at each call; one warning is enough. */
    private static final AtomicBoolean WARNED = new AtomicBoolean();

    private final BoundInterpreter bound;
    private final Flight.Running event;

    /** 0 if it is not timed. */
    private final long begun;

    private Observed(BoundInterpreter bound, Flight.Running event, long begun) {
        this.bound = bound;
        this.event = event;
        this.begun = begun;
    }

    /**
     * Null if it cannot be looked at, which is no reason to fail the call.
     *
     * @param nested whether another operation is under way on this thread
     */
    static Observed begin(BoundInterpreter bound, String call, boolean nested) {
        try {
            Flight.Running event =
                    Flight.recordsOperations()
                            ? event(bound, call, nested)
                            : Flight.Running.UNHEARD;
            return new Observed(bound, event, isTimed(bound, nested) ? System.nanoTime() : 0);
        } catch (RuntimeException | LinkageError failure) {
            warn(failure);
            return null;
        }
    }

    /**
     * Whatever happens here, the call's result stands.
     *
     * @param seen null if nobody looked
     */
    static void end(Observed seen) {
        if (seen == null) {
            return;
        }
        try {
            seen.over();
        } catch (Throwable failure) {
            warn(failure);
        }
    }

    private static void warn(Throwable failure) {
        if (!WARNED.getAndSet(true)) {
            LOG.log(System.Logger.Level.WARNING, "Operations cannot be recorded", failure);
        }
    }

    private static boolean isTimed(BoundInterpreter bound, boolean nested) {
        return bound.timedEvery() > 0
                && !nested
                && !LaneThreads.isLane(Thread.currentThread())
                && ThreadLocalRandom.current().nextInt(bound.timedEvery()) == 0;
    }

    private static Flight.Running event(BoundInterpreter bound, String call, boolean nested) {
        Thread here = Thread.currentThread();
        String manager = bound.manager().name();
        if (bound.manager().isOwner()) {
            return Flight.operation(manager, "owner", call, null);
        }
        if (nested) {
            return Flight.operation(manager, "bound", call, null);
        }
        return LaneThreads.isLane(here)
                ? Flight.operation(manager, "lane", call, LaneThreads.sourceOf(here))
                : Flight.operation(manager, "worker", call, null);
    }

    private void over() {
        event.over();
        if (begun != 0) {
            bound.manager().inlineRan(System.nanoTime() - begun);
        }
    }
}
