package io.github.flinkagentsbridge.pemja;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.util.Collection;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The live handles of one manager (B5, H3). A reference is given back between operations, in
 * batches, on a thread that may enter Python; never inside a nested operation, since {@code
 * __del__} is user code.
 *
 * <p>Threads: any.
 */
final class HandleRegistry {

    /** Bounds what one operation pays for the garbage of others. */
    private static final int BATCH = 256;

    private final boolean notesPlaces;
    private final HandlePressure pressure;

    /** Null for handles that were made outside any operation, on threads that CPython made. */
    private volatile BoundInterpreter owner;

    private final Set<HandleRecord> live = ConcurrentHashMap.newKeySet();

    /** Handles that Java no longer reaches. */
    private final ReferenceQueue<HandleSeam> unreachable = new ReferenceQueue<>();

    /** Closed under a running call, or on a thread that could not enter Python. */
    private final Queue<HandleRecord> due = new ConcurrentLinkedQueue<>();

    /** By the thread that looks after idle interpreters only. */
    private HandleRecord seenAtLastLook;

    /** An object of Pemja's class that owns nothing, to call its native method on. */
    private volatile HandleSeam releaser;

    /**
     * @param notesPlaces whether the stack of each handle's making is kept, which is slow
     * @param collectEvery handles after whose making a garbage collection is asked for; 0 for never
     */
    HandleRegistry(boolean notesPlaces, int collectEvery) {
        this.notesPlaces = notesPlaces;
        this.pressure = new HandlePressure(collectEvery);
    }

    void belongTo(BoundInterpreter bound) {
        owner = bound;
    }

    /** Whose operations make these handles; null if nobody's. */
    BoundInterpreter owner() {
        return owner;
    }

    /** Registers a handle at its birth. */
    HandleRecord register(HandleSeam handle) {
        if (releaser == null) {
            releaser = handle.bridge$bare();
        }
        Throwable place = notesPlaces ? new Throwable("a handle was made here") : null;
        HandleRecord record =
                new HandleRecord(handle, unreachable, this, handle.bridge$pointer(), place);
        live.add(record);
        pressure.made();
        return record;
    }

    int live() {
        return live.size();
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
            releaseDue(on);
        }
        HandleRecord record = unreachable();
        if (record != null) {
            due.add(record);
            releaseDue(on);
        }
        pressure.relieve();
    }

    private void releaseDue(NativeInterpreter on) {
        HandleRecord record = nextGarbage();
        for (int count = 0; count < BATCH && record != null; count++) {
            release(record, on);
            record = nextGarbage();
        }
        if (record != null) {
            due.add(record);
        }
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

    private HandleRecord nextGarbage() {
        HandleRecord record = due.poll();
        return record != null ? record : unreachable();
    }

    private HandleRecord unreachable() {
        Reference<? extends HandleSeam> collected = unreachable.poll();
        if (collected == null) {
            return null;
        }
        HandleRecord record = (HandleRecord) collected;
        record.close();
        return record;
    }

    /** Gives one reference back, unless that has happened. */
    void release(HandleRecord record, NativeInterpreter on) {
        if (record.claim()) {
            live.remove(record);
            pressure.released();
            releaser.bridge$decRef(on.seam().bridge$threadState(), record.pointer());
        }
    }

    /** Gives back all that lives, when the manager closes, before its primary ends. */
    void releaseAll(NativeInterpreter on) {
        for (HandleRecord record : live) {
            record.close();
            release(record, on);
        }
    }

    /** How many live handles were made where; empty unless places are noted. */
    Map<String, Integer> places() {
        return count(live);
    }

    private static Map<String, Integer> count(Collection<HandleRecord> records) {
        Map<String, Integer> places = new TreeMap<>();
        for (HandleRecord record : records) {
            if (record.place() != null) {
                places.merge(firstForeignFrame(record.place()), 1, Integer::sum);
            }
        }
        return places;
    }

    private static String firstForeignFrame(Throwable place) {
        for (StackTraceElement frame : place.getStackTrace()) {
            String name = frame.getClassName();
            if (!name.startsWith("pemja.") && !name.startsWith("io.github.flinkagentsbridge.")) {
                return frame.toString();
            }
        }
        return "unknown";
    }
}
