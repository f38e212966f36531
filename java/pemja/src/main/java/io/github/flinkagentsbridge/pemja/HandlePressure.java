package io.github.flinkagentsbridge.pemja;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Asks for a garbage collection after many handles were made. A handle is small for Java, however
 * large the object behind it, so the collector has no reason of its own to run (compare direct
 * buffers). Where collecting frees little, the next one comes later.
 *
 * <p>Threads: any; figures may be a little behind.
 */
final class HandlePressure {

    private final int limit;
    private final AtomicLong made = new AtomicLong();
    private final AtomicLong released = new AtomicLong();
    private volatile long interval;
    private volatile long madeAtLast;
    private volatile long releasedAtLast;

    /**
     * @param limit handles between two collections; 0 for none
     */
    HandlePressure(int limit) {
        this.limit = limit;
        this.interval = limit;
    }

    void made() {
        made.incrementAndGet();
    }

    void released() {
        released.incrementAndGet();
    }

    /** At the end of an operation: collects if it is time to. */
    void relieve() {
        if (limit == 0 || made.get() - madeAtLast < interval) {
            return;
        }
        boolean useful = released.get() - releasedAtLast >= interval / 2;
        interval = useful || madeAtLast == 0 ? limit : 2 * interval;
        madeAtLast = made.get();
        releasedAtLast = released.get();
        System.gc();
    }
}
