package io.github.flinkagentsbridge.agents;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.LongAdder;

/**
 * A key that an operator works at, from step to step: parked once all of its tasks wait, woken by
 * whoever claims it first (B11, C1). The invariants W1 to W7 stand in {@code docs/concurrency.md}.
 *
 * <p>Threads: the mailbox thread; {@link #wake} on any.
 */
final class WaitingKey {

    // MAILED ──1──► PARKED     1: the mailbox thread, at the end of a step
    //   ▲─────2───────┘        2: one of: a completion, the timer, the mailbox thread after 1
    //   └──3──► GONE ◄──3──┘   3: the mailbox thread: no mail follows, or the operator closes
    private static final int MAILED = 0;
    private static final int PARKED = 1;
    private static final int GONE = 2;
    private static final VarHandle STATE;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(WaitingKey.class, "state", int.class);
        } catch (ReflectiveOperationException failure) {
            throw new ExceptionInInitializerError(failure);
        }
    }

    /** Runs something after so many milliseconds, on a thread of its own. */
    interface Timer {
        Future<?> after(long millis, Runnable wake);
    }

    private final WaitingOperator operator;
    private final Timer clock;
    private final KeyTasks tasks = new KeyTasks(this);
    private Future<?> timer;
    private boolean isMailed;

    // Of the parked mail: written before PARKED, read after the claim.
    private Object executor;
    private Object mail;
    private String text;

    private volatile int state = MAILED;

    WaitingKey(WaitingOperator operator, Timer clock) {
        this.operator = operator;
        this.clock = clock;
    }

    KeyTasks tasks() {
        return tasks;
    }

    /** Its mail runs: the next of its tasks is about to make a step. */
    void beginStep() {
        if (mail != null) {
            cancelTimer();
            mail = null;
            tasks.beginRound();
        }
        isMailed = false;
        tasks.beginStep();
    }

    /** The step ends and the key has tasks: its next mail goes now, or when a wait is over. */
    void submit(Object toExecutor, Object nextMail, String withText) {
        isMailed = true;
        if (tasks.allWait()) {
            park(toExecutor, nextMail, withText);
        } else {
            operator.bridge$submit(toExecutor, nextMail, withText);
        }
    }

    /** Whether the step has ended with a mail, sent or parked, so that another step will follow. */
    boolean isMailed() {
        return isMailed;
    }

    private void park(Object toExecutor, Object nextMail, String withText) {
        executor = toExecutor;
        mail = nextMail;
        text = withText;
        WakeCounts.PARKED.increment();
        state = PARKED;
        if (tasks.hasEnded()) { // looked at after PARKED, as Await.end() looks here after its mark
            wake(WakeCounts.AT_ONCE);
        } else {
            timer = clock.after(tasks.pauseMillis(), () -> wake(WakeCounts.BY_TIMER));
        }
    }

    /** Claims the parked mail and sends it; does nothing if there is none, or not any more. */
    void wake(LongAdder by) {
        if (!STATE.compareAndSet(this, PARKED, MAILED)) {
            return;
        }
        by.increment();
        try {
            operator.bridge$submit(executor, mail, text);
        } catch (RejectedExecutionException closed) {
            // The mailbox is closed, so nobody waits for this key any more.
        }
    }

    /** Nothing will be sent for this key any more. */
    void leave() {
        if ((int) STATE.getAndSet(this, GONE) == PARKED) {
            WakeCounts.GIVEN_UP.increment();
        }
        cancelTimer();
        tasks.forgetAll();
    }

    private void cancelTimer() {
        if (timer != null) {
            timer.cancel(false);
            timer = null;
        }
    }
}
