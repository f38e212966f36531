package io.github.flinkagentsbridge.routing;

import java.util.concurrent.locks.LockSupport;

/**
 * The order of a close: no new calls, the admitted ones finish, workers end, lanes end, the primary
 * last (R12). Runs on the closing thread, with no lock held.
 */
final class Closing<I> {
    private static final System.Logger LOG = System.getLogger(Closing.class.getName());

    private final ManagerOptions options;
    private final OwnerSeat<I> owner;
    private final Admission admission;
    private final ThreadEnding<I> threads;
    private final PrimaryEnding<I> primary;
    private final Failures failures;
    private final Dump<I> dump;

    Closing(
            ManagerOptions options,
            OwnerSeat<I> owner,
            Admission admission,
            ThreadEnding<I> threads,
            PrimaryEnding<I> primary,
            Failures failures,
            Dump<I> dump) {
        this.options = options;
        this.owner = owner;
        this.admission = admission;
        this.threads = threads;
        this.primary = primary;
        this.failures = failures;
        this.dump = dump;
    }

    void byOwner() {
        if (admission.beginClosing()) {
            run(primary::close);
        } else if (admission.closer() != owner.thread) {
            awaitClosed();
            failures.begin();
            failures.attempt(primary::closeLeft);
            throwFirst();
        }
    }

    void byAnother() {
        if (admission.beginClosing()) {
            run(primary::leave);
        }
    }

    private void run(Failures.Step endPrimary) {
        failures.begin();
        failures.attempt(this::awaitAdmitted);
        failures.attempt(threads::endWorkers);
        failures.attempt(threads::endLanes);
        failures.attempt(endPrimary);
        admission.finishClosing();
        LockSupport.unpark(owner.thread);
        throwFirst();
    }

    private void awaitAdmitted() {
        Waiting.until(
                admission::isIdle,
                admission,
                options.warnAfterNanos(),
                true,
                () -> warn(admission.tickets() + " operations:" + dump.insiders()));
    }

    /** Another thread is about to have abandoned the manager. */
    private void awaitClosed() {
        Waiting.until(
                () -> admission.state() == Admission.State.CLOSED,
                admission,
                options.warnAfterNanos(),
                true,
                () -> warn("the thread that abandons it:\n" + dump.everything(options.name())));
    }

    private void warn(String what) {
        LOG.log(
                System.Logger.Level.WARNING,
                "Closing manager ''{0}'' waits for {1}",
                options.name(),
                what);
    }

    private void throwFirst() {
        failures.throwFirst(options.name(), ThreadText.label(owner.thread));
    }
}
