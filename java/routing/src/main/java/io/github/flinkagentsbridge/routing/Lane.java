package io.github.flinkagentsbridge.routing;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** One callback thread with one queue and one interpreter, made when first needed (R8). */
final class Lane<I> extends BridgeThread<I> {
    private final Admission admission;
    private final BlockingQueue<LaneCall<I>> queue = new LinkedBlockingQueue<>();
    private final LaneCall<I> lastCall = new LaneCall<>(null, null);

    /** Calls that are promised to this lane, queued or running. Promised under the table's lock. */
    private final AtomicInteger pending = new AtomicInteger();

    private volatile LaneCall<I> running;

    /** Live source threads that hold this lane; guarded by the table's lock. */
    int sources;

    Lane(
            ThreadGroup group,
            Object home,
            InterpreterSlot<I> slot,
            Failures failures,
            Admission admission) {
        // What the thread that happens to come first has in inheritable thread-locals is none of
        // the lane's business, and computing it would be foreign code.
        super(group, null, "lane", false, home, slot, failures);
        this.admission = admission;
    }

    boolean isIdle() {
        return pending.get() == 0;
    }

    /** Announces one call, so that the lane is no longer idle. */
    void promise() {
        pending.incrementAndGet();
    }

    /** Queues a promised call, whose ticket is from here on the lane's to give back (I4). */
    void submit(LaneCall<I> call) {
        try {
            queue.add(call);
        } catch (Throwable noMemory) {
            pending.decrementAndGet();
            throw noMemory;
        }
    }

    /** Has the lane end after what is queued. There are no tickets any more, so nothing follows. */
    void endAfterQueue() {
        queue.add(lastCall);
    }

    LaneCall<I> running() {
        return running;
    }

    /** Callers whose calls are queued, in their order. */
    List<Thread> waiting() {
        List<Thread> callers = new ArrayList<>();
        for (LaneCall<I> call : queue) {
            if (call != lastCall) {
                callers.add(call.caller());
            }
        }
        return callers;
    }

    @Override
    public void run() {
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
        running = call;
        call.execute(slot());
        running = null;
        pending.decrementAndGet();
        admission.exit();
        call.finish();
        return true;
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
