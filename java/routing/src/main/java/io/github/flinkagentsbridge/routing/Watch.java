package io.github.flinkagentsbridge.routing;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * All long waits of this JVM, whichever manager they belong to, and a thread that looks for cycles
 * among them (B3). The thread exists only while something waits long. It is the only one that ends
 * waits, so that a cycle is ended in one place.
 *
 * <p>A cycle is proven when it is seen twice, made of the same waits: each thread in it needs the
 * next one's progress and has no other way on.
 */
final class Watch implements Runnable {
    static final Watch JVM = new Watch();

    private static final System.Logger LOG = System.getLogger(Watch.class.getName());
    private static final long FIRST_PAUSE = TimeUnit.MILLISECONDS.toNanos(125);
    private static final long LONGEST_PAUSE = TimeUnit.MILLISECONDS.toNanos(1000);
    private static final long CONFIRM_PAUSE = TimeUnit.MILLISECONDS.toNanos(100);

    private final Set<Entry> entries = ConcurrentHashMap.newKeySet();
    private final AtomicReference<Thread> watcher = new AtomicReference<>();
    private final Consumer<Thread> starter;
    private volatile boolean fresh;

    Watch() {
        this(Thread::start);
    }

    /**
     * @param starter starts a thread; may fail, as where the system has no thread left
     */
    Watch(Consumer<Thread> starter) {
        this.starter = starter;
    }

    /** A wait that has become long. By identity, and only while it lasts. */
    static final class Entry {
        final Wait wait;
        final long nativeId = NativeThread.currentId();
        final boolean mayBeAwaitedInPython = PythonPresence.ofCurrentThread();
        final long begun = System.nanoTime();

        Entry(Wait wait) {
            this.wait = wait;
        }
    }

    /**
     * By the waiting thread, which waits on whatever happens here: throws nothing. Null if there is
     * no memory to watch the wait.
     */
    Entry add(Wait wait) {
        Entry entry = null;
        try {
            entry = new Entry(wait);
            entries.add(entry);
            fresh = true;
            beWatched();
        } catch (Throwable unwatched) {
            warn("A long wait is not looked at for cycles", unwatched);
        }
        return entry;
    }

    /** By a thread that waits on: the watch may have found no thread to start. Throws nothing. */
    void beWatched() {
        if (watcher.get() == null) {
            startWatcher();
        }
        LockSupport.unpark(watcher.get());
    }

    /** By the waiting thread. Null is nothing. */
    void remove(Entry entry) {
        if (entry != null) {
            entries.remove(entry);
        }
    }

    /** Who waits for whom as of now, Java's edges and Python's. */
    WaitGraph graph(PythonSample sample) {
        return new WaitGraph(List.copyOf(entries), sample);
    }

    /** A sample of Python's threads for the waits that there are. */
    PythonSample sample() {
        for (Entry entry : entries) {
            PythonFrames frames = entry.wait.frames();
            if (frames != null) {
                return FrameSampler.JVM.sample(frames);
            }
        }
        return PythonSample.NONE;
    }

    private void startWatcher() {
        Thread thread = null;
        try {
            thread = newWatcher();
            if (watcher.compareAndSet(null, thread)) {
                starter.accept(thread);
            }
        } catch (Throwable noThread) {
            watcher.compareAndSet(thread, null); // the post is free for the next wait's try
            warn("No thread can be started that looks for cycles of waits", noThread);
        }
    }

    private Thread newWatcher() {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (group.getParent() != null) {
            group = group.getParent();
        }
        Thread thread = new Thread(group, this, "bridge-watch", 0, false);
        thread.setDaemon(true);
        thread.setContextClassLoader(null);
        return thread;
    }

    private static void warn(String what, Throwable failure) {
        try {
            LOG.log(System.Logger.Level.WARNING, what, failure);
        } catch (Throwable logFailed) {
            // Neither a wait nor the watch ends because of a log that fails.
        }
    }

    @Override
    public void run() {
        long pause = FIRST_PAUSE;
        while (isNeeded()) {
            pause = fresh ? FIRST_PAUSE : Math.min(LONGEST_PAUSE, 2 * pause);
            fresh = false;
            try {
                look();
            } catch (Throwable failure) {
                warn("Looking for cycles of waits failed", failure);
            }
            if (!fresh) {
                LockSupport.parkNanos(this, pause);
            }
        }
    }

    /** Gives up the post, then looks again: a wait that came meanwhile has seen it taken. */
    private boolean isNeeded() {
        if (entries.isEmpty()) {
            LockSupport.parkNanos(this, LONGEST_PAUSE);
        }
        if (!entries.isEmpty()) {
            return true;
        }
        watcher.set(null);
        return !entries.isEmpty() && watcher.compareAndSet(null, Thread.currentThread());
    }

    private void look() {
        List<WaitGraph.Edge> seen = cycle();
        if (seen.isEmpty()) {
            return;
        }
        pauseBeforeConfirming();
        List<WaitGraph.Edge> again = cycle();
        if (Set.copyOf(seen).equals(Set.copyOf(again))) {
            WaitGraph.leastHarm(again).end(WaitGraph.sentences(again));
        }
    }

    /** All of it, although a wait that has been added meanwhile wakes this thread. */
    private void pauseBeforeConfirming() {
        long end = System.nanoTime() + CONFIRM_PAUSE;
        long left = CONFIRM_PAUSE;
        while (left > 0) {
            LockSupport.parkNanos(this, left);
            left = end - System.nanoTime();
        }
    }

    /**
     * Python is asked only where Java's own waits make no cycle, and only if some wait may be
     * awaited there: a cycle comes back from Python by way of such a one. Each look costs an
     * interpreter, for which Pemja keeps about a kilobyte for ever.
     */
    private List<WaitGraph.Edge> cycle() {
        List<WaitGraph.Edge> inJava = graph(PythonSample.NONE).cycle();
        boolean asks = entries.stream().anyMatch(entry -> entry.mayBeAwaitedInPython);
        return inJava.isEmpty() && asks ? graph(sample()).cycle() : inJava;
    }
}
