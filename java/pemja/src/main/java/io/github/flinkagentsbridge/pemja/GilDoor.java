package io.github.flinkagentsbridge.pemja;

/**
 * The native calls into CPython that concern its global interpreter lock (GIL).
 *
 * <p>Threads: any. A thread state is the address of a {@code PyThreadState}; it is compared and
 * handed back, never followed, since another thread's may be gone.
 */
public interface GilDoor {

    /**
     * The thread state that holds the lock, whichever thread it is of; 0 if none does. From CPython
     * 3.12 on only the calling thread's counts.
     */
    long current();

    /** The thread state that {@code PyGILState} knows for the calling thread; 0 if none. */
    long own();

    /** Lets go of the lock, which the calling thread must hold, and returns its thread state. */
    long letGo();

    /** Waits for the lock and takes it again. */
    void takeBack(long threadState);
}
