package io.github.flinkagentsbridge.routing;

import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** The closing thread's wait, be it for the last ticket or for another thread that abandons. */
final class CloseWait implements Wait {
    private static final System.Logger LOG = System.getLogger(CloseWait.class.getName());

    private final Thread closer = Thread.currentThread();
    private final ManagerOptions options;
    private final BooleanSupplier done;
    private final Supplier<List<Thread>> awaited;
    private final Supplier<String> what;

    /** Why the wait was ended, if it was; by the watching thread. */
    private volatile String cycle;

    CloseWait(
            ManagerOptions options,
            BooleanSupplier done,
            Supplier<List<Thread>> awaited,
            Supplier<String> what) {
        this.options = options;
        this.done = done;
        this.awaited = awaited;
        this.what = what;
    }

    /** The cycle that this wait was part of; null if it was not ended on account of one. */
    String park(long limitNanos) {
        Waiting.park(this, options.warnAfterNanos(), limitNanos, true);
        return cycle;
    }

    @Override
    public Thread thread() {
        return closer;
    }

    @Override
    public boolean isOver() {
        return cycle != null || done.getAsBoolean();
    }

    @Override
    public List<Thread> awaited() {
        return awaited.get();
    }

    @Override
    public String sentence() {
        return "'"
                + ThreadText.label(closer)
                + "' waits for all operations to end, to close manager '"
                + options.name()
                + "'";
    }

    @Override
    public void speak() {
        LOG.log(
                System.Logger.Level.WARNING,
                "Closing manager ''{0}'' waits for {1}",
                options.name(),
                what.get());
    }

    @Override
    public int reluctance() {
        return 1;
    }

    @Override
    public void end(String proof) {
        cycle = proof;
        LockSupport.unpark(closer);
    }

    @Override
    public PythonFrames frames() {
        return options.pythonFrames();
    }
}
