package io.github.flinkagentsbridge.routing;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * The waits of this package (I7). None ends early on an interrupt: the status is set again when the
 * wait is over (R15). Each speaks up after a while.
 */
final class Waiting {
    private Waiting() {}

    /**
     * Parks until done; whoever makes it done unparks the waiting thread.
     *
     * @param insist whether to speak up after every period, or after the first only
     */
    static void until(
            BooleanSupplier done,
            Object blocker,
            long periodNanos,
            boolean insist,
            Runnable voice) {
        boolean interrupted = false;
        boolean speaking = true;
        long begun = System.nanoTime();
        while (!done.getAsBoolean()) {
            if (speaking) {
                LockSupport.parkNanos(blocker, periodNanos - (System.nanoTime() - begun));
            } else {
                LockSupport.park(blocker);
            }
            interrupted |= Thread.interrupted();
            if (speaking && System.nanoTime() - begun >= periodNanos && !done.getAsBoolean()) {
                speak(voice);
                speaking = insist;
                begun = System.nanoTime();
            }
        }
        restore(interrupted);
    }

    /** Joins the thread until the deadline at most. True if it ended. */
    static boolean join(Thread thread, long deadlineNanos) {
        boolean interrupted = false;
        long left;
        while (thread.isAlive() && (left = deadlineNanos - System.nanoTime()) > 0) {
            try {
                TimeUnit.NANOSECONDS.timedJoin(thread, left);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        restore(interrupted);
        return !thread.isAlive();
    }

    private static void speak(Runnable voice) {
        try {
            voice.run();
        } catch (Throwable logFailed) {
            // A log that fails must not end a wait that protects a running operation.
        }
    }

    private static void restore(boolean interrupted) {
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
