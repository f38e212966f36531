package io.github.flinkagentsbridge.routing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** A point that a test opens; every wait on it is bounded and ignores interrupts. */
final class Gate {
    static final long BOUND_SECONDS = 20;

    private final CountDownLatch latch = new CountDownLatch(1);

    void open() {
        latch.countDown();
    }

    Gate opened() {
        open();
        return this;
    }

    boolean isOpen() {
        return latch.getCount() == 0;
    }

    void pass() {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(BOUND_SECONDS);
        boolean interrupted = false;
        while (!isOpen() && System.nanoTime() < deadline) {
            try {
                latch.await(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        assertThat(isOpen()).as("gate opened in time").isTrue();
    }

    /** Spins, with a bound, until something that no gate can announce has come about. */
    static void spinUntil(String what, BooleanSupplier reached) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(BOUND_SECONDS);
        while (!reached.getAsBoolean()) {
            assertThat(System.nanoTime()).as(what).isLessThan(deadline);
            Thread.yield();
        }
    }

    static void spinUntilParked(Thread thread) {
        spinUntil(
                thread.getName() + " parks",
                () ->
                        thread.getState() == Thread.State.WAITING
                                || thread.getState() == Thread.State.TIMED_WAITING);
    }
}
