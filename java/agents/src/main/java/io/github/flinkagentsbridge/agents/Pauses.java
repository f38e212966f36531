package io.github.flinkagentsbridge.agents;

/**
 * How long a key rests before its tasks are looked at without a word from anybody: twice as long
 * each time, up to a bound.
 */
enum Pauses {
    /** For waits whose end is told: a second way, should the word get lost. */
    TOLD(1_000, 32_000),

    /** For waits whose end nobody tells, such as a user's own awaitable: the only way. */
    UNTOLD(1, 16);

    private final long first;
    private final long most;

    Pauses(long first, long most) {
        this.first = first;
        this.most = most;
    }

    /**
     * @param before how many such pauses in a row the key has had
     */
    long millis(int before) {
        return before >= Long.SIZE - Long.numberOfLeadingZeros(most / first)
                ? most
                : Math.min(most, first << before);
    }
}
