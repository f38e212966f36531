package io.github.flinkagentsbridge.routing;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The order of a close: no new calls, the admitted ones finish, workers end, lanes end, the primary
 * last (R12). Runs on the closing thread, with no lock held. What has not finished by the deadline
 * is left (B4).
 */
final class Closing<I> {
    private final ManagerOptions options;
    private final OwnerSeat<I> owner;
    private final Admission admission;
    private final ThreadEnding<I> threads;
    private final PrimaryEnding<I> primary;
    private final Failures failures;
    private final Refusals refusals;
    private final Dump<I> dump;

    /** How long it may take; told by whoever closes, as {@code closeDeadline} says until then. */
    private volatile Duration limit;

    Closing(
            ManagerOptions options,
            OwnerSeat<I> owner,
            Admission admission,
            ThreadEnding<I> threads,
            PrimaryEnding<I> primary,
            Failures failures,
            Refusals refusals,
            Dump<I> dump) {
        this.options = options;
        this.owner = owner;
        this.admission = admission;
        this.threads = threads;
        this.primary = primary;
        this.failures = failures;
        this.refusals = refusals;
        this.dump = dump;
        this.limit = options.closeDeadline();
    }

    void within(Duration left) {
        limit = left;
    }

    void byOwner() {
        while (!admission.beginClosing()) {
            if (admission.closer() == owner.thread) {
                return;
            }
            awaitOther();
            if (admission.state() == Admission.State.CLOSED) {
                failures.begin();
                failures.attempt(primary::closeLeft);
                throwFirst();
                return;
            }
        }
        run("close()", primary::close);
    }

    void byAnother() {
        if (admission.beginClosing()) {
            run("abandon()", primary::leave);
        }
    }

    private void run(String attempted, Failures.Step endPrimary) {
        Duration allowed = limit;
        long deadline = System.nanoTime() + TimeUnit.NANOSECONDS.convert(allowed);
        Throwable noWait = null;
        String cycle = null;
        try {
            cycle = awaitAdmitted(allowed);
        } catch (Throwable failure) {
            noWait = failure; // goes on as if the time were up: nobody closes a second time
        }
        if (cycle != null) {
            admission.reopen();
            LockSupport.unpark(owner.thread);
            throw refusals.closeCycle(attempted, cycle);
        }
        failures.begin();
        if (noWait != null) {
            failures.offer(noWait);
        }
        end(allowed, deadline, endPrimary);
        LockSupport.unpark(owner.thread);
        throwFirst();
    }

    private void end(Duration allowed, long deadline, Failures.Step endPrimary) {
        if (!admission.isIdle()) {
            failures.offer(refusals.closeTimedOut(allowed.toString(), dump.insiders()));
            threads.giveUpQueued();
        }
        failures.attempt(() -> threads.endWorkers(deadline));
        failures.attempt(() -> threads.endLanes(deadline));
        failures.attempt(endPrimary);
        admission.finishClosing();
    }

    private String awaitAdmitted(Duration allowed) {
        CloseWait wait =
                new CloseWait(
                        options,
                        admission::isIdle,
                        dump::insiderThreads,
                        () -> admission.tickets() + " operations:" + dump.insiders());
        return wait.park(TimeUnit.NANOSECONDS.convert(allowed));
    }

    /** Another thread is about to have abandoned the manager, within its own deadline. */
    private void awaitOther() {
        CloseWait wait =
                new CloseWait(
                        options,
                        () -> admission.state() != Admission.State.CLOSING,
                        List::of,
                        () -> "the thread that abandons it:\n" + dump.everything(options.name()));
        wait.park(Waiting.FOR_EVER);
    }

    private void throwFirst() {
        failures.throwFirst(options.name(), ThreadText.label(owner.thread));
    }
}
