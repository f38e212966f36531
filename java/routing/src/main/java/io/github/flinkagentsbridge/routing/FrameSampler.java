package io.github.flinkagentsbridge.routing;

import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * Looks at Python's frames on a thread of its own, since the look needs the GIL and whoever holds
 * it may never let go. Nobody waits long for the answer, and at most one look is under way.
 */
final class FrameSampler {
    static final FrameSampler JVM = new FrameSampler();

    private static final System.Logger LOG = System.getLogger(FrameSampler.class.getName());
    private static final long PATIENCE_MILLIS = 500;

    private final AtomicReference<FutureTask<PythonSample>> underWay = new AtomicReference<>();
    private final Consumer<Thread> starter;

    FrameSampler() {
        this(Thread::start);
    }

    /**
     * @param starter starts a thread; may fail, as where the system has no thread left
     */
    FrameSampler(Consumer<Thread> starter) {
        this.starter = starter;
    }

    /** A sample of a moment within this call; nothing seen if Python does not answer in time. */
    PythonSample sample(PythonFrames frames) {
        FutureTask<PythonSample> task = new FutureTask<>(frames::sample);
        FutureTask<PythonSample> before = underWay.get();
        if (before != null) {
            // Somebody else's look. It may tell of an earlier moment, so it is not for us.
            answer(before);
        }
        if ((before == null || before.isDone()) && underWay.compareAndSet(before, task)) {
            start(task);
            return answer(task);
        }
        return PythonSample.NONE;
    }

    private void start(FutureTask<PythonSample> task) {
        try {
            ThreadGroup group = Thread.currentThread().getThreadGroup();
            Thread thread = new Thread(group, task, "bridge-frames", 0, false);
            thread.setDaemon(true);
            starter.accept(thread);
        } catch (Throwable noThread) {
            task.cancel(false); // nobody else would end it, and the next look waits for its end
            LOG.log(System.Logger.Level.DEBUG, "No thread to look at Python's frames", noThread);
        }
    }

    private static PythonSample answer(FutureTask<PythonSample> task) {
        try {
            return Uninterrupted.await(() -> task.get(PATIENCE_MILLIS, TimeUnit.MILLISECONDS));
        } catch (TimeoutException gilHeld) {
            return PythonSample.NONE;
        } catch (Exception failure) {
            LOG.log(System.Logger.Level.DEBUG, "Python's frames cannot be sampled", failure);
            return PythonSample.NONE;
        }
    }
}
