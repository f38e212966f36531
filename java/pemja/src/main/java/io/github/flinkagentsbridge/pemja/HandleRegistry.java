package io.github.flinkagentsbridge.pemja;

import io.github.flinkagentsbridge.routing.HeldObjects;
import io.github.flinkagentsbridge.telemetry.Flight;

import java.lang.ref.ReferenceQueue;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;

/**
 * The live handles of one manager (B5, H3). A reference is given back between operations, in
 * batches, on a thread that may enter Python; never inside a nested operation, since {@code
 * __del__} is user code.
 *
 * <p>Threads: any.
 */
final class HandleRegistry implements HeldObjects {

    /** Bounds what one operation pays for the garbage of others. */
    private static final int BATCH = 256;

    private final boolean notesPlaces;
    private final HandlePressure pressure;

    /** Null for handles that were made outside any operation, on threads that CPython made. */
    private volatile BoundInterpreter owner;

    private final LiveHandles live = new LiveHandles();

    /** Handles that Java no longer reaches. */
    private final ReferenceQueue<HandleSeam> unreachable = new ReferenceQueue<>();

    /** Closed under a running call, or on a thread that could not enter Python. */
    private final Queue<HandleRecord> due = new ConcurrentLinkedQueue<>();

    /** By the thread that looks after idle interpreters only. */
    private HandleRecord seenAtLastLook;

    private volatile long liveAtClose;
    private volatile boolean closed;

    /** An object of Pemja's class that owns nothing, to call its native method on. */
    private volatile HandleSeam releaser;

    /**
     * @param notesPlaces whether the stack of each handle's making is kept, which is slow
     * @param collectAt live handles at which a garbage collection is asked for; 0 for never
     */
    HandleRegistry(boolean notesPlaces, int collectAt) {
        this.notesPlaces = notesPlaces;
        this.pressure = new HandlePressure(collectAt);
    }

    void belongTo(BoundInterpreter bound) {
        owner = bound;
    }

    /** Whose operations make these handles; null if nobody's. */
    BoundInterpreter owner() {
        return owner;
    }

    /** Whether it is kept where each handle was made. */
    boolean notesPlaces() {
        return notesPlaces;
    }

    /** Registers a handle at its birth. */
    HandleRecord register(HandleSeam handle) {
        if (releaser == null) {
            releaser = handle.bridge$bare();
        }
        Throwable place = notesPlaces ? HandlePlaces.here() : null;
        HandleRecord record =
                new HandleRecord(handle, unreachable, this, handle.bridge$pointer(), place);
        live.add(record);
        return record;
    }

    @Override
    public long live() {
        return live.count();
    }

    @Override
    public long made() {
        return live.made();
    }

    /** How many lived when the manager closed, or live now. */
    long liveAtClose() {
        return closed ? liveAtClose : live();
    }

    /** Gives the reference back at the next occasion. */
    void releaseLater(HandleRecord record) {
        due.add(record);
    }

    /** Gives back what can be, at the end of an operation that is not nested. */
    void releaseGarbage(NativeInterpreter on) {
        if (releaser == null) {
            return; // no handle was made so far
        }
        if (!due.isEmpty()) {
            releaseSome(on, due.poll(), due::poll);
        }
        HandleRecord record = unreachable();
        if (record != null) {
            releaseSome(on, record, this::unreachable);
        }
        pressure.relieve(live.count());
    }

    private void releaseSome(
            NativeInterpreter on, HandleRecord first, Supplier<HandleRecord> rest) {
        List<HandleRecord> batch = new ArrayList<>(BATCH);
        HandleRecord record = first;
        while (record != null) {
            if (record.claim()) {
                batch.add(record);
            }
            record = batch.size() < BATCH ? rest.get() : null;
        }
        release(batch, on);
    }

    /** Whether garbage that was seen at the last look is still there. */
    boolean hasWaitedSinceLastLook() {
        HandleRecord first = due.peek();
        boolean waited = first != null && first == seenAtLastLook;
        for (HandleRecord found = unreachable(); found != null; found = unreachable()) {
            due.add(found);
        }
        seenAtLastLook = due.peek();
        return waited;
    }

    private HandleRecord unreachable() {
        return (HandleRecord) unreachable.poll();
    }

    /** Gives one reference back, unless that has happened. */
    void release(HandleRecord record, NativeInterpreter on) {
        if (record.claim()) {
            release(List.of(record), on);
        }
    }

    /** Gives back all that lives, when the manager closes, before its primary ends. */
    void releaseAll(NativeInterpreter on) {
        Collection<HandleRecord> left = live.snapshot();
        liveAtClose = left.size();
        closed = true;
        HandlePlaces.report(left, owner);
        List<HandleRecord> batch = new ArrayList<>(BATCH);
        for (HandleRecord record : left) {
            if (record.claim()) {
                batch.add(record);
            } else {
                record.close();
            }
            if (batch.size() == BATCH) {
                release(batch, on);
                batch.clear();
            }
        }
        release(batch, on);
    }

    private void release(List<HandleRecord> claimed, NativeInterpreter on) {
        live.remove(claimed);
        pressure.released(live.count());
        if (Flight.isRecording() && !claimed.isEmpty()) {
            Flight.Batch seen = Flight.handleBatch(owner == null ? "" : owner.manager().name());
            HandleBatch.giveBack(claimed, on, releaser);
            seen.over(claimed.size(), live.count());
        } else {
            HandleBatch.giveBack(claimed, on, releaser);
        }
    }

    @Override
    public Map<String, Integer> places() {
        return HandlePlaces.count(live.snapshot());
    }
}
