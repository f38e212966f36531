package io.github.flinkagentsbridge.routing;

/** How a source thread's call gets on its lane and back (R4). */
final class LaneDoor<I> {
    private final ManagerOptions options;
    private final Admission admission;
    private final LaneTable<I> lanes;
    private final Counters counters;
    private final Refusals refusals;

    /** Given to callers that have none: captured from the owner, on which this is made (B12). */
    private final ClassLoader ownersLoader = Thread.currentThread().getContextClassLoader();

    LaneDoor(
            ManagerOptions options,
            Admission admission,
            LaneTable<I> lanes,
            Counters counters,
            Refusals refusals) {
        this.options = options;
        this.admission = admission;
        this.lanes = lanes;
        this.counters = counters;
        this.refusals = refusals;
    }

    /** By a source thread. */
    Object call(InterpreterOperation<? super I, ?, ?> operation, CallOptions limits) {
        LaneWork<I> work = new LaneWork<>(operation, options.callContexts(), ownersLoader);
        if (!admission.tryEnter()) {
            counters.refusedCalls.increment();
            throw refusals.closed("A call");
        }
        RoutingListener listener = options.listener();
        RoutingListener.Hop hop = listener.listens() ? listener.hop(options.name()) : null;
        LaneCall<I> call;
        try {
            call = new LaneCall<>(Thread.currentThread(), work);
            counters.laneCall(lanes.submit(Thread.currentThread(), call).kind());
        } catch (Throwable notSubmitted) {
            admission.exit();
            counters.refusedCalls.increment();
            if (hop != null) {
                hop.end(null, work.call(), 0, 0, RoutingListener.Outcome.GIVEN_UP);
            }
            throw notSubmitted;
        }
        try {
            return call.await(limits, options.warnAfterNanos());
        } finally {
            if (hop != null) {
                call.tell(hop);
            }
        }
    }
}
