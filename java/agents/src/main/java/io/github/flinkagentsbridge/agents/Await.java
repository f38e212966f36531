package io.github.flinkagentsbridge.agents;

/**
 * One thing that one task of a key waits for: a future of Python's or of Java's pool, or something
 * whose end nobody tells.
 *
 * <p>Threads: ended on any; everything else belongs to the mailbox thread.
 */
final class Await {

    /** The number of an await whose end Java's pool tells. */
    static final long OF_JAVA = 0;

    /** The number of an await of a Java task whose end nobody tells. */
    static final long UNTOLD = -1;

    private final WaitingKey key;
    private final long number;
    private volatile boolean ended;

    /** The round of its key in which its task was last found waiting. */
    private int seen;

    /**
     * @param number positive where Python will tell the end, negative where nobody will
     */
    Await(WaitingKey key, long number) {
        this.key = key;
        this.number = number;
    }

    long number() {
        return number;
    }

    boolean isTold() {
        return number >= 0;
    }

    /** Ends it and wakes its key; harmless again, late, or after the operator has closed. */
    void end() {
        ended = true;
        key.wake(WakeCounts.BY_COMPLETION);
    }

    boolean hasEnded() {
        return ended;
    }

    /** Whether its task was found waiting in this round before; from now on it was. */
    boolean see(int round) {
        boolean again = seen == round;
        seen = round;
        return again;
    }
}
