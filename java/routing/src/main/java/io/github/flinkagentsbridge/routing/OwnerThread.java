package io.github.flinkagentsbridge.routing;

/** Which threads may own an interpreter. */
public final class OwnerThread {
    private OwnerThread() {}

    /**
     * Refuses the current thread if it is virtual: one thread of the system after the other may
     * carry it, and native code keeps an interpreter's state by those (T9).
     *
     * @param attempted what it is about to do, as the start of a sentence
     * @throws WrongThreadException on a virtual thread
     */
    public static void check(String attempted) {
        Thread current = Thread.currentThread();
        if (SourceKind.isVirtual(current)) {
            throw new WrongThreadException(
                    attempted,
                    ThreadText.label(current),
                    ThreadText.label(current),
                    "a virtual thread, whose carrier may change",
                    "Make the interpreter on a platform thread; virtual threads may call it then.");
        }
    }
}
