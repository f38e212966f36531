package io.github.flinkagentsbridge.routing;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The waits of this package (I7). None ends early on an interrupt: the status is set again when the
 * wait is over (R15). Each speaks up after a while, and is watched for cycles meanwhile.
 */
final class Waiting {
    static final long FOR_EVER = Long.MAX_VALUE;

    /** A wait of this length is worth a look at who waits for whom. */
    static final long LONG_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private Waiting() {}

    /**
     * Parks until the wait is over or the time is up; whoever makes it over unparks the thread.
     *
     * @param voiceNanos the period in which the wait may speak up
     * @param limitNanos for how long to wait
     * @param watch whether the wait is to be part of the graph of waits
     */
    static void park(Wait wait, long voiceNanos, long limitNanos, boolean watch) {
        boolean interrupted = false;
        boolean unwatched = watch;
        Watch.Entry watched = null;
        long begun = System.nanoTime();
        long spoken = 0;
        long waited = 0;
        try {
            while (!wait.isOver() && waited < limitNanos) {
                long step = Math.min(limitNanos - waited, voiceNanos - (waited - spoken));
                if (unwatched) {
                    step = Math.min(step, LONG_NANOS - waited);
                }
                LockSupport.parkNanos(wait, step);
                interrupted |= Thread.interrupted();
                waited = System.nanoTime() - begun;
                if (unwatched && waited >= LONG_NANOS) {
                    unwatched = false;
                    watched = Watch.JVM.add(wait);
                }
                if (waited - spoken >= voiceNanos && !wait.isOver()) {
                    spoken = waited;
                    speak(wait, watched);
                }
            }
        } finally {
            Watch.JVM.remove(watched);
            restore(interrupted);
        }
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

    private static void speak(Wait wait, Watch.Entry watched) {
        try {
            if (watched != null) {
                Watch.JVM.beWatched();
            }
            wait.speak();
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
