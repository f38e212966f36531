package io.github.flinkagentsbridge.routing;

import java.lang.ref.WeakReference;

/**
 * A thread that is not of the manager, and the lane that it keeps for life. Held weakly and by
 * identity, since threads may override {@code equals} and their ids and names come back.
 */
final class SourceThread<I> extends WeakReference<Thread> {
    private final int hash;
    private final SourceKind kind;
    private final Lane<I> lane;

    SourceThread(Thread thread, SourceKind kind, Lane<I> lane) {
        super(thread);
        this.hash = System.identityHashCode(thread);
        this.kind = kind;
        this.lane = lane;
    }

    SourceKind kind() {
        return kind;
    }

    Lane<I> lane() {
        return lane;
    }

    boolean isGone() {
        Thread thread = get();
        return thread == null || !thread.isAlive();
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public boolean equals(Object other) {
        return this == other;
    }

    /** Finds the record of a thread in a map keyed by these records. */
    static final class Probe {
        private final Thread thread;

        Probe(Thread thread) {
            this.thread = thread;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(thread);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof SourceThread && ((SourceThread<?>) other).get() == thread;
        }
    }
}
