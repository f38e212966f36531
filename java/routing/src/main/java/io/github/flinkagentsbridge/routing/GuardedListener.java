package io.github.flinkagentsbridge.routing;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A listener whose failures change nothing for calls and closes (I13): what it throws is logged
 * once, whatever its kind, since a recorder that is not whole throws errors of linkage.
 */
final class GuardedListener implements RoutingListener {
    private static final System.Logger LOG = System.getLogger(GuardedListener.class.getName());

    private final RoutingListener listener;
    private final AtomicBoolean warned = new AtomicBoolean();

    private GuardedListener(RoutingListener listener) {
        this.listener = listener;
    }

    static RoutingListener of(RoutingListener listener) {
        return listener == NONE ? NONE : new GuardedListener(listener);
    }

    @Override
    public boolean listens() {
        try {
            return listener.listens();
        } catch (Throwable failure) {
            warn(failure);
            return false;
        }
    }

    @Override
    public Hop hop(String manager) {
        try {
            return guarded(listener.hop(manager));
        } catch (Throwable failure) {
            warn(failure);
            return Hop.UNHEARD;
        }
    }

    private Hop guarded(Hop hop) {
        return (lane, call, queuedNanos, runNanos, outcome) ->
                attempt(() -> hop.end(lane, call, queuedNanos, runNanos, outcome));
    }

    @Override
    public void interpreter(String manager, Change change, boolean primary, long nanos) {
        attempt(() -> listener.interpreter(manager, change, primary, nanos));
    }

    @Override
    public void refusal(String manager, BridgeException refusal) {
        attempt(() -> listener.refusal(manager, refusal));
    }

    @Override
    public void stall(String manager, Thread lane, long waitedNanos, int waiters, String call) {
        attempt(() -> listener.stall(manager, lane, waitedNanos, waiters, call));
    }

    private void attempt(Runnable telling) {
        try {
            telling.run();
        } catch (Throwable failure) {
            warn(failure);
        }
    }

    private void warn(Throwable failure) {
        try {
            if (!warned.getAndSet(true)) {
                LOG.log(System.Logger.Level.WARNING, "A listener to a manager fails", failure);
            }
        } catch (Throwable logFailed) {
            // Nor does a log that fails.
        }
    }
}
