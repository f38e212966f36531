package io.github.flinkagentsbridge.routing;

/** What becomes of the primary: closed by its owner, or left to it. */
final class PrimaryEnding<I> {
    private static final System.Logger LOG = System.getLogger(PrimaryEnding.class.getName());

    private final ManagerOptions options;
    private final OwnerSeat<I> owner;
    private final InterpreterFactory<I> factory;
    private final Counters counters;

    PrimaryEnding(
            ManagerOptions options,
            OwnerSeat<I> owner,
            InterpreterFactory<I> factory,
            Counters counters) {
        this.options = options;
        this.owner = owner;
        this.factory = factory;
        this.counters = counters;
    }

    /** By the owner. Counts a failed close as a leak. */
    void close() throws Exception {
        I primary = owner.takePrimary();
        if (primary == null) {
            return;
        }
        boolean closed = false;
        long begun = System.nanoTime();
        try {
            factory.close(primary);
            closed = true;
        } finally {
            counters.interpreterEnded(closed, true, System.nanoTime() - begun);
        }
    }

    /** By the owner, of a primary that was counted as leaked when another thread left it. */
    void closeLeft() throws Exception {
        if (owner.hasPrimary()) {
            counters.interpretersLeaked.decrement();
            close();
        }
    }

    /** By another thread, which must not touch the primary's native state. */
    void leave() {
        counters.interpreterLeaked(true);
        boolean ownerLives = owner.thread.isAlive();
        if (!ownerLives) {
            owner.takePrimary();
        }
        LOG.log(
                System.Logger.Level.WARNING,
                "Manager ''{0}'' was abandoned by thread ''{1}''; its primary interpreter is left"
                        + " to the owner ''{2}'', which {3}",
                options.name(),
                ThreadText.label(Thread.currentThread()),
                ThreadText.label(owner.thread),
                ownerLives ? "can still close() it" : "has ended, so it stays unclosed");
    }
}
