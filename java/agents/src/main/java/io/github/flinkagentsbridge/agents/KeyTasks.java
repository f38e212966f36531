package io.github.flinkagentsbridge.agents;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/**
 * What the tasks of one key wait for. Flink Agents puts an unfinished task behind the key's others
 * and has no count of them, so that all of them wait is known when one is met again that waited
 * already, and each step in between was that of a task that waits, too: one <em>round</em> (W2).
 *
 * <p>Threads: confined to the mailbox thread.
 */
final class KeyTasks {

    private final WaitingKey key;
    private final Map<Object, Await> awaits = new HashMap<>(2);
    private int round;
    private int fruitless;
    private Await submitted;
    private boolean waits;
    private boolean allWait;

    KeyTasks(WaitingKey key) {
        this.key = key;
    }

    void beginStep() {
        submitted = null;
        waits = false;
        allWait = false;
    }

    /** What was found before counts no longer: a task may be done, or there may be a new one. */
    void beginRound() {
        round++;
    }

    /** Something that the task of this step has given to Java's pool. */
    Await submit() {
        submitted = new Await(key, Await.OF_JAVA);
        return submitted;
    }

    /** A Python task waits. The number is another one whenever it waits for something else. */
    void waits(Object task, long number) {
        Await known = awaits.get(task);
        if (known == null || known.number() != number) {
            Await next = new Await(key, number);
            begin(task, next);
            if (next.isTold()) {
                letPythonBegin();
            }
        } else {
            meet(known);
        }
    }

    /**
     * Stays out of Python for the shortest time that the system knows, some 60 microseconds on
     * Linux. A thread of Python's pool needs about 20 to take the lock of the interpreter once it
     * is free. While records rush in, this thread is back in Python before that each time, and what
     * was to begin now begins when all of them are taken in.
     */
    private static void letPythonBegin() {
        LockSupport.parkNanos(1);
    }

    /** A Java task waits: for what it has given to the pool, in this step or before. */
    void waits(Object task) {
        Await known = awaits.get(task);
        if (submitted != null) {
            begin(task, submitted);
        } else if (known == null) {
            begin(task, new Await(key, Await.UNTOLD));
        } else {
            meet(known);
        }
    }

    private void begin(Object task, Await next) {
        OpenAwaits.add(next);
        OpenAwaits.remove(awaits.put(task, next));
        progress();
        meet(next);
    }

    private void meet(Await await) {
        waits = true;
        allWait = await.see(round);
    }

    /** The task of this step has ended. */
    void ends(Object task) {
        OpenAwaits.remove(awaits.remove(task));
    }

    /** Whether there is nothing to do for this key; asked once, at the end of a step. */
    boolean allWait() {
        if (!waits) {
            progress();
        }
        return allWait;
    }

    private void progress() {
        beginRound();
        fruitless = 0;
    }

    /** Whether one has ended since it was met. */
    boolean hasEnded() {
        return awaits.values().stream().anyMatch(Await::hasEnded);
    }

    /** How long the key may rest if nobody tells that a wait is over; longer each time. */
    long pauseMillis() {
        boolean allTold = awaits.values().stream().allMatch(Await::isTold);
        return allTold ? Pauses.TOLD.millis(fruitless++) : Pauses.UNTOLD.millis(fruitless++);
    }

    void forgetAll() {
        awaits.values().forEach(OpenAwaits::remove);
        awaits.clear();
    }
}
