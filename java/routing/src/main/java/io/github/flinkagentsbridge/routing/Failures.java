package io.github.flinkagentsbridge.routing;

/** The failures of one close, which tries everything before it throws (R17). */
final class Failures {
    interface Step {
        void run() throws Exception;
    }

    private Throwable first;
    private boolean collecting;

    synchronized void begin() {
        collecting = true;
    }

    void attempt(Step step) {
        try {
            step.run();
        } catch (Throwable failure) {
            offer(failure);
        }
    }

    /** False outside of a close: then nobody will hear of this failure through here. */
    synchronized boolean offer(Throwable failure) {
        if (!collecting) {
            return false;
        }
        if (first == null) {
            first = failure;
        } else if (first != failure) {
            first.addSuppressed(failure);
        }
        return true;
    }

    /** Throws the first failure, if any: as it is where Java allows, wrapped once otherwise. */
    void throwFirst(String manager, String owner) {
        Throwable failure = end();
        if (failure instanceof RuntimeException) {
            throw (RuntimeException) failure;
        }
        if (failure instanceof Error) {
            throw (Error) failure;
        }
        if (failure != null) {
            throw wrapped(failure, manager, owner);
        }
    }

    private synchronized Throwable end() {
        collecting = false;
        Throwable failure = first;
        first = null;
        return failure;
    }

    private static BridgeException wrapped(Throwable failure, String manager, String owner) {
        return new BridgeException(
                "Closing an interpreter of '" + manager + "'",
                ThreadText.label(Thread.currentThread()),
                owner,
                "CLOSED",
                "See the cause; everything else was closed all the same.",
                failure);
    }

    /** Throws any throwable without wrapping it: {@code throw Failures.asItIs(failure)}. */
    @SuppressWarnings("unchecked")
    static <X extends Throwable> RuntimeException asItIs(Throwable failure) throws X {
        throw (X) failure;
    }
}
