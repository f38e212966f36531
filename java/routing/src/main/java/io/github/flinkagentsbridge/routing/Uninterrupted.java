package io.github.flinkagentsbridge.routing;

/** Waits that an interrupt does not end; it is not lost either (R15). */
public final class Uninterrupted {

    /** A wait that an interrupt ends. */
    public interface Wait<T, X extends Exception> {
        /** Waits once, for what is left of its time. */
        T once() throws InterruptedException, X;
    }

    private Uninterrupted() {}

    /**
     * Waits anew after each interrupt, and sets the thread's interrupt status again at the end.
     *
     * @param wait has its own bound
     * @throws X what the wait throws, other than an interrupt
     */
    public static <T, X extends Exception> T await(Wait<T, X> wait) throws X {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return wait.once();
                } catch (InterruptedException later) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
