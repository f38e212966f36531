package io.github.flinkagentsbridge.routing;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;

/**
 * Gives every thread its interpreter, so that no two threads use one at the same time (R6) and
 * independent calls overlap (R7). The thread that constructs it is the owner and uses the primary;
 * managed workers use one of their own; every other thread has its calls run by a lane.
 *
 * <p>All methods may be called from any thread unless they say otherwise. {@code
 * docs/concurrency.md} has the invariants.
 *
 * @param <I> the interpreter
 */
public final class PythonInterpreterManager<I> implements AutoCloseable {
    private final ManagerOptions options;
    private final InterpreterFactory<I> factory;
    private final OwnerSeat<I> owner;
    private final Counters counters;
    private final Admission admission = new Admission();
    private final Failures failures = new Failures();
    private final Refusals refusals;
    private final LaneTable<I> lanes;
    private final AsyncExecutorThreadFactory managedThreads;
    private final Dump<I> dump;
    private final Closing<I> closing;
    private final LaneDoor<I> door;
    private final HeldObjects held;

    /**
     * Makes the current thread the owner. No thread and no interpreter is made yet.
     *
     * @param primary the interpreter that the application made on this thread; the manager closes
     *     it
     * @throws WrongThreadException on a virtual thread
     */
    public PythonInterpreterManager(
            ManagerOptions options, InterpreterFactory<I> factory, I primary) {
        this.options = Objects.requireNonNull(options, "options");
        OwnerThread.check("Making manager '" + options.name() + "'");
        this.factory = Objects.requireNonNull(factory, "factory");
        this.owner = new OwnerSeat<>(Objects.requireNonNull(primary, "primary"));
        counters = new Counters(options);
        counters.interpretersMade.increment();
        refusals = new Refusals(options, owner.thread, admission::state);
        ThreadMaker<I> threads =
                new ThreadMaker<>(this, options, this::newSlot, failures, admission, refusals);
        lanes = new LaneTable<>(options, threads::lane, refusals);
        door = new LaneDoor<>(options, admission, lanes, counters, refusals);
        WorkerRegistry<I> workers = new WorkerRegistry<>(threads::worker, admission, refusals);
        managedThreads = new AsyncExecutorThreadFactory(workers);
        held = factory.heldObjects();
        dump = new Dump<>(owner, admission, lanes, workers, held);
        ThreadEnding<I> ending =
                new ThreadEnding<>(options, workers, lanes, failures, refusals, dump);
        PrimaryEnding<I> primaryEnding = new PrimaryEnding<>(options, owner, factory, counters);
        closing =
                new Closing<>(
                        options, owner, admission, ending, primaryEnding, failures, refusals, dump);
    }

    /**
     * Runs one operation, all of it on one interpreter (R9): inline for the owner, for managed
     * workers and inside of another operation; on a lane, which the caller waits for, otherwise.
     *
     * <p>What the operation throws is thrown as the same object; so is what making an interpreter
     * throws, checked or not (R14). An interrupt does not end the wait (R15).
     *
     * @throws ManagerClosedException once close has begun, unless inside of an operation
     * @throws InterpreterNotReadyException while this thread's interpreter is made or closed
     * @throws LaneFullException if as many calls wait for the lane as may
     * @throws WaitCycleException if the lane waits for this very thread, be it in a round (B3)
     */
    public <R, X extends Throwable> R withInterpreter(
            InterpreterOperation<? super I, R, X> operation) throws X {
        return withInterpreter(operation, CallOptions.PATIENT);
    }

    /**
     * As {@link #withInterpreter(InterpreterOperation)}, with limits for the wait where the call
     * goes through a lane (B4).
     *
     * @throws CallTimeoutException if a limit has passed; it says whether the operation has started
     */
    @SuppressWarnings("unchecked")
    public <R, X extends Throwable> R withInterpreter(
            InterpreterOperation<? super I, R, X> operation, CallOptions limits) throws X {
        Objects.requireNonNull(operation, "operation");
        Objects.requireNonNull(limits, "limits");
        Thread current = Thread.currentThread();
        BridgeThread<I> ours = BridgeThread.ours(current, this);
        switch (route(current, ours)) {
            case OWNER:
                return inline(operation);
            case WORKER:
                return asWorker(ours.slot(), operation);
            case REENTRANT:
                counters.reentrantCalls.increment();
                return ours.slot().run(operation);
            case LANE:
                return (R) door.call(operation, limits);
            default:
                throw refused(ours);
        }
    }

    private Route route(Thread current, BridgeThread<I> ours) {
        boolean isOwner = current == owner.thread;
        return Route.of(
                admission.isOpen() && (ours == null || ours.slot().accepts()),
                isOwner ? owner.isInside() : ours != null && ours.slot().mayNest(),
                isOwner,
                ours instanceof Lane,
                ours instanceof ManagedWorker);
    }

    private <R, X extends Throwable> R inline(InterpreterOperation<? super I, R, X> operation)
            throws X {
        I primary = enterOwner();
        try {
            return operation.run(primary);
        } finally {
            exitOwner();
        }
    }

    private <R, X extends Throwable> R asWorker(
            InterpreterSlot<I> slot, InterpreterOperation<? super I, R, X> operation) throws X {
        if (!admission.tryEnter()) {
            throw refused(null);
        }
        try {
            slot.countCall();
            return slot.run(operation);
        } finally {
            admission.exit();
        }
    }

    /**
     * Begins an operation of a managed worker without an object for it. Every call that returns an
     * interpreter is followed by {@link #exitWorker()} on the same thread.
     *
     * @return the worker's interpreter, made at its first operation; null where the current thread
     *     is no worker of this manager that may begin one, so that {@link #withInterpreter} knows
     *     what is to be done, nested operations included
     */
    public I enterWorker() {
        BridgeThread<I> ours = BridgeThread.ours(Thread.currentThread(), this);
        if (!(ours instanceof ManagedWorker)
                || ours.slot().isInside()
                || !ours.slot().accepts()
                || !admission.tryEnter()) {
            return null;
        }
        boolean entered = false;
        try {
            ours.slot().countCall();
            I own = ours.slot().enter();
            entered = true;
            return own;
        } finally {
            if (!entered) {
                admission.exit();
            }
        }
    }

    /** Ends what {@link #enterWorker()} began. */
    public void exitWorker() {
        BridgeThread.<I>current().slot().exit();
        admission.exit();
    }

    private BridgeException refused(BridgeThread<I> ours) {
        counters.refusedCalls.increment();
        return ours != null && admission.isOpen()
                ? refusals.notReady(ours.slot().phase())
                : refusals.closed("A call");
    }

    /** Whether the current thread is the owner. */
    public boolean isOwner() {
        return Thread.currentThread() == owner.thread;
    }

    /**
     * Begins an operation of the owner without an object for it. Only on the owner thread, which is
     * not checked here; every call that returns is followed by {@link #exitOwner()}. Takes no lock
     * and no atomic update (I5).
     *
     * @return the primary
     * @throws ManagerClosedException once close has begun, unless inside of an operation
     */
    public I enterOwner() {
        assert isOwner() : "enterOwner() is for the owner";
        if (!admission.isOpen() && !owner.isInside()) {
            throw refused(null);
        }
        return owner.enter();
    }

    /** Ends what {@link #enterOwner()} began. Only on the owner thread. */
    public void exitOwner() {
        owner.exit();
    }

    /** Makes this manager's worker threads. Always the same object. */
    public AsyncExecutorThreadFactory managedThreads() {
        return managedThreads;
    }

    /** The options that this manager was made with. */
    public ManagerOptions options() {
        return options;
    }

    /** The manager's name. */
    public String name() {
        return options.name();
    }

    /** The thread that constructed this manager. */
    public Thread owner() {
        return owner.thread;
    }

    /** Whether close is over. */
    public boolean isClosed() {
        return admission.state() == Admission.State.CLOSED;
    }

    /** Whether close has not begun. */
    public boolean isOpen() {
        return admission.isOpen();
    }

    /**
     * Changes how many lanes there may be (R8). Lanes beyond a lower limit stay.
     *
     * @throws InvalidOptionException if not above zero
     */
    public void setLaneLimit(int limit) {
        lanes.limit(ManagerOptions.checkedLaneLimit(limit));
    }

    /**
     * Says how long a close that is about to begin may wait for accepted operations, in place of
     * {@link ManagerOptions#closeDeadline}: for a closer with a deadline of its own, of which other
     * steps have taken a part. Nothing left means that nothing is waited for, except that each
     * thread has a little time to end. No effect on a close that has begun.
     */
    public void closeWithin(Duration left) {
        closing.within(left);
    }

    /**
     * Refuses new calls, lets the admitted ones finish, ends and joins the workers and then the
     * lanes, each of which closes its interpreter, and closes the primary last (R11, R12). Tries
     * everything, then throws the first failure with the others suppressed (R17). Harmless when
     * closed already; closes the primary of a manager that was abandoned.
     *
     * @throws WrongThreadException if not on the owner thread (R16)
     * @throws ReentrantCloseException if inside of an operation
     * @throws InterpreterLeakedException if a thread did not end in time
     */
    @Override
    public void close() {
        if (!isOwner()) {
            throw refusals.notOwner();
        }
        if (owner.isInside()) {
            throw refusals.inside("close()");
        }
        closing.byOwner();
    }

    /**
     * Closes from a thread other than the owner, as bare Pemja allows: ends workers and lanes as
     * {@link #close()} does, each closing its interpreter on its own thread, and leaves the primary
     * to the owner, who may still close it by {@link #close()}. Until then it counts as leaked, and
     * a warning says so. Harmless when close has begun. On the owner thread this is {@code
     * close()}.
     *
     * @throws ReentrantCloseException if inside of an operation
     */
    public void abandon() {
        if (isOwner()) {
            close();
            return;
        }
        BridgeThread<I> ours = BridgeThread.ours(Thread.currentThread(), this);
        if (ours != null && !isClosed() && !ours.isBetweenOperations()) {
            throw refusals.inside("abandon()");
        }
        closing.byAnother();
    }

    /** The numbers as of now. */
    public Statistics statistics() {
        return new Statistics(owner, counters, lanes, held);
    }

    /** State, lanes, workers, live handles and who waits for whom, as text for people. */
    public String dump() {
        return dump.everything(options.name());
    }

    /** As {@link #dump()}, with both stacks of who is inside; waits up to 500 ms for Python. */
    public String dumpWithStacks() {
        return dump.withStacks(options.name(), options.pythonFrames());
    }

    /** What {@link #dump()} tells, as maps and lists for programs. */
    public Map<String, Object> facts() {
        return dump.facts(options.name());
    }

    /** Counts an inline operation's time with the others; by whoever has measured it. */
    public void inlineRan(long nanos) {
        counters.inlineRuns.add(nanos);
    }

    private InterpreterSlot<I> newSlot() {
        return new InterpreterSlot<>(factory, counters, () -> refusals.closed("An operation"));
    }
}
