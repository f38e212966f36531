package io.github.flinkagentsbridge.pemja;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The records of handles that live: what keeps them reachable, so that the garbage collector can
 * report their handles. A list that each record is a link of, since a set costs several times more
 * for each handle.
 *
 * <p>Threads: any. Links are read and written under the lock of this object, which is held for no
 * foreign code; the two counts are a little ahead or behind.
 */
final class LiveHandles {

    private final AtomicLong made = new AtomicLong();
    private final AtomicLong removed = new AtomicLong();
    private HandleRecord first;

    void add(HandleRecord record) {
        synchronized (this) {
            record.linkBefore(first);
            first = record;
        }
        made.incrementAndGet();
    }

    void remove(List<HandleRecord> records) {
        synchronized (this) {
            for (HandleRecord record : records) {
                first = first == record ? record.next() : first;
                record.unlink();
            }
        }
        removed.addAndGet(records.size());
    }

    /** Those that live now, the latest first. */
    Collection<HandleRecord> snapshot() {
        List<HandleRecord> all = new ArrayList<>();
        synchronized (this) {
            for (HandleRecord record = first; record != null; record = record.next()) {
                all.add(record);
            }
        }
        return all;
    }

    /** How many there have ever been. */
    long made() {
        return made.get();
    }

    long count() {
        return Math.max(0, made.get() - removed.get());
    }
}
