package io.github.flinkagentsbridge.pemja;

/**
 * Asks for a garbage collection when many handles live. A handle is small for Java, however large
 * the object behind it, so a collector that has no other work has no reason to run (compare direct
 * buffers). Where collecting frees little, the next one comes later.
 *
 * <p>Threads: any; figures may be a little behind.
 */
final class HandlePressure {

    private final long limit;
    private volatile long ceiling;

    /**
     * @param limit live handles at which to collect; 0 for never
     */
    HandlePressure(int limit) {
        this.limit = limit;
        this.ceiling = limit == 0 ? Long.MAX_VALUE : limit;
    }

    /** At the end of an operation: collects if it is time to. */
    void relieve(long live) {
        if (isDue(live)) {
            System.gc();
        }
    }

    /** True once where so many live; from then on only where still more do. */
    boolean isDue(long live) {
        if (live < ceiling) {
            return false;
        }
        ceiling = Math.max(live + limit, 2 * live);
        return true;
    }

    /** After handles were released: the limit holds again once few are left. */
    void released(long live) {
        if (limit > 0 && live <= limit / 2) {
            ceiling = limit;
        }
    }
}
