package io.github.flinkagentsbridge.routing;

import java.util.Locale;

/**
 * A thread of one manager. The record of what it is bound to is carried by the thread object
 * itself, so that nothing is left on threads of others.
 */
abstract class BridgeThread<I> extends Thread {
    private static final System.Logger LOG = System.getLogger(BridgeThread.class.getName());

    private final Object home;
    private final InterpreterSlot<I> slot;
    private final Failures failures;

    /** Written by the thread as it starts; until then unknown. */
    private volatile long nativeId = NativeThread.UNKNOWN;

    /**
     * @param stackBytes how much stack it shall have; 0 for as much as the JVM gives
     * @param home the manager; a thread of one manager is a stranger to every other (hazard D5)
     */
    BridgeThread(
            ThreadGroup group,
            Runnable task,
            String name,
            long stackBytes,
            boolean inheritThreadLocals,
            Object home,
            InterpreterSlot<I> slot,
            Failures failures) {
        super(group, task, name, stackBytes, inheritThreadLocals);
        this.home = home;
        this.slot = slot;
        this.failures = failures;
        setDaemon(true);
        setPriority(NORM_PRIORITY);
    }

    final InterpreterSlot<I> slot() {
        return slot;
    }

    /** By this thread, first of all. */
    final void noteNativeId() {
        nativeId = NativeThread.currentId();
    }

    final long nativeId() {
        return nativeId;
    }

    /** The thread, if it is one of the manager's and has not ended as such (R18); else null. */
    @SuppressWarnings("unchecked")
    static <I> BridgeThread<I> ours(Thread thread, PythonInterpreterManager<I> manager) {
        if (!(thread instanceof BridgeThread) || ((BridgeThread<?>) thread).home != manager) {
            return null;
        }
        BridgeThread<I> ours = (BridgeThread<I>) thread;
        return ours.slot.phase() == InterpreterSlot.Phase.ENDED ? null : ours;
    }

    /** The current thread, which is known to be one of a manager's. */
    @SuppressWarnings("unchecked")
    static <I> BridgeThread<I> current() {
        return (BridgeThread<I>) Thread.currentThread();
    }

    /** Whether this thread may close its manager: a lane is there for operations alone. */
    boolean isBetweenOperations() {
        return false;
    }

    /**
     * By this thread, at its end: closes its interpreter. A failure is for the close that is under
     * way to throw; without one there is nobody to throw it to.
     */
    final void endInterpreter() {
        Throwable failure = slot.end();
        if (failure != null && !failures.offer(failure)) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "Closing the interpreter of thread '" + getName() + "' failed",
                    failure);
        }
    }

    /** One word on what the interpreter of this thread is at, for reports. */
    final String condition() {
        return slot.isInside() ? "inside" : slot.phase().name().toLowerCase(Locale.ROOT);
    }
}
