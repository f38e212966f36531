package io.github.flinkagentsbridge.sites;

import io.github.flinkagentsbridge.pemja.HandleDispatch;
import io.github.flinkagentsbridge.pemja.HandleRecord;
import io.github.flinkagentsbridge.pemja.HandleSeam;

import pemja.core.object.PyObject;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Stands beside a handle of an unwoven Pemja. Holds its numbers and not the handle, so that the
 * handle can become unreachable.
 *
 * <p>Code that is not patched may close the handle too, unseen. So a reference is given back for
 * each close that came through here and for nothing else: what nobody closes stays, as it does
 * without the bridge.
 */
final class SiteHandle implements HandleSeam {

    /** Closes that were asked for and not carried out, by the address of the object. */
    private static final Map<Long, Integer> CLOSES = new ConcurrentHashMap<>();

    private final long maker;
    private final long pointer;
    private final AtomicBoolean closing = new AtomicBoolean();
    private volatile HandleRecord record;

    SiteHandle(long maker, long pointer) {
        this.maker = maker;
        this.pointer = pointer;
    }

    /** Enters Python with the calling thread's interpreter (B6). */
    private PyObject view() {
        return RawPemja.view(HandleDispatch.threadState(this), pointer);
    }

    @Override
    public HandleRecord bridge$record() {
        return record;
    }

    @Override
    public void bridge$attach(HandleRecord attached) {
        record = attached;
    }

    @Override
    public long bridge$threadState() {
        return maker;
    }

    @Override
    public long bridge$pointer() {
        return pointer;
    }

    @Override
    public Object bridge$argument() {
        return view();
    }

    @Override
    public HandleSeam bridge$bare() {
        return new SiteHandle(0, 0);
    }

    void close() {
        if (closing.compareAndSet(false, true) && !record.isClosed()) {
            CLOSES.merge(pointer, 1, Integer::sum);
        }
        HandleDispatch.close(this);
    }

    @Override
    public void bridge$decRef(long threadState, long which) {
        Integer[] asked = new Integer[1];
        CLOSES.computeIfPresent(
                which,
                (key, count) -> {
                    asked[0] = count;
                    return count == 1 ? null : count - 1;
                });
        if (asked[0] != null) {
            RawPemja.decRef(view(), threadState, which);
        }
    }
}
