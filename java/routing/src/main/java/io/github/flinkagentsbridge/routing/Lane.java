package io.github.flinkagentsbridge.routing;

import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** One callback thread with one queue and one interpreter, made when first needed (R8). */
final class Lane<I> extends BridgeThread<I> {
    private static final System.Logger LOG = System.getLogger(Lane.class.getName());

    private final Admission admission;
    private final ManagerOptions options;
    private final Refusals refusals;
    private final BlockingQueue<LaneCall<I>> queue = new LinkedBlockingQueue<>();
    private final LaneCall<I> lastCall = new LaneCall<>(null, null);

    /** Calls that are promised to this lane, queued or running. */
    private final AtomicInteger pending = new AtomicInteger();

    /** Whether the last call is queued or about to be. */
    private volatile boolean sealed;

    private volatile LaneCall<I> running;

    /** The call whose slowness has been spoken of; by whoever speaks. */
    private volatile LaneCall<I> spokenOf;

    /** Live source threads that hold this lane; changed under the table's lock. */
    volatile int sources;

    Lane(
            ThreadGroup group,
            Object home,
            InterpreterSlot<I> slot,
            Failures failures,
            Admission admission,
            ManagerOptions options,
            Refusals refusals) {
        // What the thread that happens to come first has in inheritable thread-locals is none of
        // the lane's business, and computing it would be foreign code.
        super(group, null, "lane", options.laneStackBytes(), false, home, slot, failures);
        this.admission = admission;
        this.options = options;
        this.refusals = refusals;
    }

    ManagerOptions options() {
        return options;
    }

    Refusals refusals() {
        return refusals;
    }

    PythonFrames frames() {
        return options.pythonFrames();
    }

    boolean isIdle() {
        return pending.get() == 0;
    }

    /** Whether one more call may wait, beside the one that runs. */
    boolean hasRoom() {
        return pending.get() <= options.laneQueueLimit();
    }

    /** Announces one call, so that the lane is no longer idle. False if there is no room for it. */
    boolean promise() {
        if (pending.incrementAndGet() - 1 <= options.laneQueueLimit()) {
            return true;
        }
        pending.decrementAndGet();
        return false;
    }

    /** Queues a promised call, whose ticket is from here on given back by what ends it (I4). */
    void submit(LaneCall<I> call) {
        call.assign(this);
        try {
            queue.add(call);
        } catch (Throwable noMemory) {
            pending.decrementAndGet();
            throw noMemory;
        }
        // Queued, then looked again: either the seal is seen here or the call by who seals.
        if (sealed) {
            call.giveUp(() -> refusals.closed("A call"));
        }
    }

    /** By whoever has given the call up: what the lane would have done for it. */
    void forget(LaneCall<I> call) {
        queue.remove(call);
        pending.decrementAndGet();
        admission.exit();
    }

    /** By the closing thread, whose deadline has passed: nothing that still waits will run. */
    void giveUpQueued(Supplier<? extends RuntimeException> error) {
        sealed = true;
        queued().forEach(call -> call.giveUp(error));
    }

    /** Has the lane end after what is queued. */
    void endAfterQueue() {
        sealed = true;
        queue.add(lastCall);
    }

    LaneCall<I> running() {
        return running;
    }

    /** What the lane runs and for whom, for messages. */
    String runningText() {
        LaneCall<I> now = running;
        return now == null ? "nothing" : text(now);
    }

    /** A call and for whom it is, for messages. */
    static String text(LaneCall<?> call) {
        return call.text() + " for '" + ThreadText.label(call.caller()) + "'";
    }

    /** Calls that are queued, in their order. */
    List<LaneCall<I>> queued() {
        return queue.stream().filter(call -> call != lastCall).collect(Collectors.toList());
    }

    /** Their callers. */
    List<Thread> waiting() {
        return queued().stream().map(LaneCall::caller).collect(Collectors.toList());
    }

    /** One warning for each operation that is slow, whoever of those that wait comes first. */
    void speakOfSlowness() {
        LaneCall<I> slow = running;
        // A lane that runs nothing is about to take the next call, or to end.
        if (slow == null || slow == spokenOf) {
            return;
        }
        spokenOf = slow;
        List<Thread> waiting = waiting();
        tellOfStall(slow, waiting.size() + 1);
        String queued =
                waiting.stream()
                        .map(thread -> "'" + ThreadText.label(thread) + "'")
                        .collect(Collectors.joining(", "));
        LOG.log(
                System.Logger.Level.WARNING,
                "Lane ''{0}'' is slow: for {1} or longer it has run {2}; queued: {3}. Java:{4}\n"
                        + "    Python:{5}",
                getName(),
                options.warnAfter(),
                text(slow),
                queued.isEmpty() ? "nobody" : queued,
                ThreadText.frames(this),
                pythonStack());
    }

    private void tellOfStall(LaneCall<I> slow, int waiters) {
        slot().counters().stalls.increment();
        RoutingListener listener = options.listener();
        if (listener.listens()) {
            listener.stall(options.name(), this, slow.runningNanos(), waiters, slow.call());
        }
    }

    private String pythonStack() {
        return frames() == null
                ? " unknown"
                : FrameSampler.JVM.sample(frames()).stackOf(nativeId());
    }

    @Override
    public void run() {
        noteNativeId();
        while (serveNext()) {
            // A method of its own, so that an idle lane's frame holds no finished call.
        }
        endInterpreter();
    }

    private boolean serveNext() {
        LaneCall<I> call = next();
        if (call == lastCall) {
            return false;
        }
        if (call.begin()) {
            serve(call);
        }
        return true;
    }

    private void serve(LaneCall<I> call) {
        running = call;
        call.execute(slot());
        slot().counters().laneRan(call);
        running = null;
        spokenOf = null;
        pending.decrementAndGet();
        admission.exit();
        call.finish();
    }

    private LaneCall<I> next() {
        while (true) {
            try {
                return queue.take();
            } catch (InterruptedException leftByTheLastOperation) {
                // Taken off here, it does not reach the next operation. Lanes end by lastCall only.
            }
        }
    }
}
