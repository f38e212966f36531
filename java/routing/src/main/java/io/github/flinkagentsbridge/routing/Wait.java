package io.github.flinkagentsbridge.routing;

import java.util.List;

/** One wait of one thread, as the {@link Watch} sees it. Asked by any thread, with no lock held. */
interface Wait {
    Thread thread();

    boolean isOver();

    /** Whose progress it needs, of every one of them, as of now. */
    List<Thread> awaited();

    /** One sentence on who waits for whom, with what. */
    String sentence();

    /** Speaks of the wait in the log; by the waiting thread. */
    void speak();

    /** Which of the waits in a cycle to end: the one with the least number does the least harm. */
    int reluctance();

    /**
     * Ends the wait, if it is not over already.
     *
     * @param cycle the proof that nothing else will
     */
    void end(String cycle);

    /** Where Python's threads can be looked at; null if nowhere. */
    PythonFrames frames();
}
