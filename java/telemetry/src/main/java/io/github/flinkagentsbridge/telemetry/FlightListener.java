package io.github.flinkagentsbridge.telemetry;

import io.github.flinkagentsbridge.routing.BridgeException;
import io.github.flinkagentsbridge.routing.RoutingListener;

/** Given to managers once and for all: recordings come and go. */
final class FlightListener implements RoutingListener {

    static final FlightListener INSTANCE = new FlightListener();

    private FlightListener() {}

    @Override
    public boolean listens() {
        return Flight.isRecording();
    }

    @Override
    public Hop hop(String manager) {
        return Flight.now().hop(manager);
    }

    @Override
    public void interpreter(String manager, Change change, boolean primary, long nanos) {
        Flight.now().interpreter(manager, change, primary, nanos);
    }

    @Override
    public void refusal(String manager, BridgeException refusal) {
        Flight.now().refusal(manager, refusal);
    }

    @Override
    public void stall(String manager, Thread lane, long waitedNanos, int waiters, String call) {
        Flight.now().stall(manager, lane, waitedNanos, waiters, call);
    }
}
