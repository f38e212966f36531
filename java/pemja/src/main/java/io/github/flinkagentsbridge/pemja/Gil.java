package io.github.flinkagentsbridge.pemja;

import java.io.IOException;

/**
 * Lets go of CPython's global interpreter lock (GIL) round a routed call whose thread came with it
 * (T5). Pemja calls Java methods without the lock, but constructors, {@code str()} and its wrappers
 * of lists, maps and iterators with it; a call back into Python would wait for it for ever.
 *
 * <p>Threads: any. {@link #current} is replaced once, under the class's lock.
 */
class Gil {

    private static final System.Logger LOG = System.getLogger(Gil.class.getName());

    /** Before the first interpreter there is no lock to hold. */
    private static final Gil BEFORE = new Gil();

    private static volatile Gil current = BEFORE;

    static Gil get() {
        return current;
    }

    /**
     * Finds the native calls, once per JVM. To be called without the lock, after the first native
     * interpreter was started, since that is what loads CPython.
     */
    static synchronized void open(String jarPath) {
        if (current != BEFORE) {
            return;
        }
        try {
            current = new OpenGil(GilDoors.find(jarPath));
        } catch (IOException
                | ReflectiveOperationException
                | RuntimeException
                | LinkageError failure) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "Java code that Python enters through a constructor, str() or a collection"
                            + " cannot call Python again, since the native functions of CPython"
                            + " are out of reach ("
                            + failure
                            + "). "
                            + GilHeldException.REMEDY);
            current = new MissingGil(failure);
        }
    }

    /**
     * Lets go of the lock if the calling thread holds it; {@link #takeBack} must follow.
     *
     * @return what to take back; 0 if the thread did not hold the lock
     * @throws GilHeldException if it may hold the lock and the native calls cannot be had
     */
    final long letGo() {
        NativeInterpreter here = NativeInterpreter.current();
        return mayHold(here, Thread.currentThread()) ? letGoIfHeld(here) : 0;
    }

    /** Takes the lock again, after whatever the routed call came to. */
    final void takeBack(long released) {
        if (released != 0) {
            regain(released);
        }
    }

    /** Whether the calling thread has a thread state, from CPython or of a sub-interpreter. */
    boolean knowsThread() {
        return false;
    }

    /** Learns by which thread state a new interpreter will be known; on its thread. */
    void introduce(NativeInterpreter made) {}

    long letGoIfHeld(NativeInterpreter here) {
        return 0;
    }

    void regain(long released) {
        throw new IllegalStateException("nothing was let go of");
    }

    /**
     * Whether there may be a Python frame below. On a thread of ours or an owner's that is known;
     * native code attaches its threads as plain daemons, so no other thread has to be asked.
     */
    private static boolean mayHold(NativeInterpreter here, Thread thread) {
        return here == null
                ? thread.getClass() == Thread.class && thread.isDaemon()
                : here.isInside();
    }
}
