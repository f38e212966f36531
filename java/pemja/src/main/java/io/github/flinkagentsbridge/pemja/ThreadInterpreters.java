package io.github.flinkagentsbridge.pemja;

import java.util.ArrayList;
import java.util.List;

/**
 * The interpreters of one OS thread: the one that its managers share (T9), and sub-interpreters,
 * which share nothing. At any time one of them is entered: between operations the shared one.
 *
 * <p>Threads: confined to its own.
 */
final class ThreadInterpreters {

    /** Set only on threads that own an interpreter. */
    private static final ThreadLocal<ThreadInterpreters> OF_THREAD = new ThreadLocal<>();

    /** Those whose thread state is known. */
    private final List<NativeInterpreter> known = new ArrayList<>(1);

    /** Whether there was ever more than one thread state here. */
    private boolean several;

    private NativeInterpreter shared;
    private NativeInterpreter entered;

    private ThreadInterpreters() {}

    /** Those of the calling thread, from now on. */
    static ThreadInterpreters here() {
        ThreadInterpreters present = OF_THREAD.get();
        if (present == null) {
            present = new ThreadInterpreters();
            OF_THREAD.set(present);
        }
        return present;
    }

    /** Which one the calling thread is in, or would enter for a manager; null if it has none. */
    static NativeInterpreter enteredHere() {
        ThreadInterpreters present = OF_THREAD.get();
        return present == null ? null : present.entered;
    }

    /** The one of the calling thread that managers share; null if it has none. */
    static NativeInterpreter sharedHere() {
        ThreadInterpreters present = OF_THREAD.get();
        return present == null ? null : present.shared;
    }

    NativeInterpreter entered() {
        return entered;
    }

    /** Makes another one the entered one, and tells which was. */
    NativeInterpreter enter(NativeInterpreter next) {
        NativeInterpreter covered = entered;
        entered = next;
        return covered;
    }

    void share(NativeInterpreter made) {
        shared = made;
        if (entered == null) {
            entered = made;
        }
    }

    void learn(NativeInterpreter introduced) {
        known.add(introduced);
        several |= known.size() > 1;
    }

    /**
     * Has {@code PyGILState} take one's thread state for that of this thread, where it has several
     * (T9): C code that asks for the lock while it holds it would wait for itself otherwise.
     *
     * @param on where Python can be called now
     * @param noted null for no change
     */
    void noteState(NativeInterpreter on, NativeInterpreter noted) {
        if (several && noted != null && noted.threadState() != 0) {
            on.helper("note_state", noted.threadState());
        }
    }

    /** Whether a thread state is that of one of these interpreters. */
    boolean isStateOfAny(long candidate) {
        for (NativeInterpreter one : known) {
            if (one.threadState() == candidate) {
                return true;
            }
        }
        return false;
    }

    /** Takes out one that has ended. */
    void remove(NativeInterpreter ended) {
        known.remove(ended);
        shared = shared == ended ? null : shared;
        entered = entered == ended ? shared : entered;
        if (shared == null && known.isEmpty()) {
            OF_THREAD.remove();
        }
    }
}
