package io.github.flinkagentsbridge.telemetry;

import io.github.flinkagentsbridge.routing.BridgeException;

import jdk.jfr.EventType;

import java.util.Locale;

/** Writes the events of this package; each is off where the recording's settings say so. */
final class FlightEvents implements FlightSink {

    private static final int LONGEST_TEXT = 200;

    /** How many recorded operations the thread is inside of; unset outside of any. */
    private static final ThreadLocal<Integer> DEPTH = new ThreadLocal<>();

    @Override
    public boolean listens() {
        return true;
    }

    /** Asked for in a recording only, since it registers the event. */
    private static final class Operations {
        static final EventType TYPE = EventType.getEventType(OperationEvent.class);
    }

    @Override
    public boolean recordsOperations() {
        return Operations.TYPE.isEnabled();
    }

    @Override
    public Flight.Running operation(String manager, String route, String call, Thread source) {
        if (!recordsOperations()) {
            return Flight.Running.UNHEARD;
        }
        OperationEvent event = new OperationEvent();
        Integer inside = DEPTH.get();
        event.manager = manager;
        event.route = route;
        event.call = shortened(call);
        event.source = source;
        event.depth = inside == null ? 0 : inside;
        DEPTH.set(event.depth + 1);
        event.begin();
        return () -> end(event);
    }

    private static void end(OperationEvent event) {
        event.end();
        if (event.depth == 0) {
            DEPTH.remove();
        } else {
            DEPTH.set(event.depth);
        }
        if (event.shouldCommit()) {
            event.commit();
        }
    }

    @Override
    public Hop hop(String manager) {
        LaneHopEvent event = new LaneHopEvent();
        if (!event.isEnabled()) {
            return Hop.UNHEARD;
        }
        event.manager = manager;
        event.caller = Thread.currentThread().getName();
        event.begin();
        return (lane, call, queued, run, outcome) -> {
            event.end();
            event.lane = lane;
            event.call = shortened(call);
            event.queued = queued;
            event.run = run;
            event.outcome = word(outcome);
            if (event.shouldCommit()) {
                event.commit();
            }
        };
    }

    @Override
    public void interpreter(String manager, Change change, boolean primary, long nanos) {
        InterpreterEvent event = new InterpreterEvent();
        event.manager = manager;
        event.what = word(change);
        event.kind = primary ? "primary" : "secondary";
        event.taken = nanos;
        event.commit();
    }

    @Override
    public void refusal(String manager, BridgeException refusal) {
        RefusalEvent event = new RefusalEvent();
        if (event.isEnabled()) {
            event.manager = manager;
            event.reason = refusal.getClass().getSimpleName();
            event.message = refusal.getMessage();
            event.commit();
        }
    }

    @Override
    public void stall(String manager, Thread lane, long waitedNanos, int waiters, String call) {
        StallEvent event = new StallEvent();
        event.manager = manager;
        event.lane = lane;
        event.waited = waitedNanos;
        event.waiters = waiters;
        event.call = shortened(call);
        event.commit();
    }

    @Override
    public Flight.Batch handleBatch(String manager) {
        HandleBatchEvent event = new HandleBatchEvent();
        if (!event.isEnabled()) {
            return Flight.Batch.UNHEARD;
        }
        event.manager = manager;
        event.begin();
        return (released, live) -> {
            event.end();
            event.released = released;
            event.live = live;
            if (event.shouldCommit()) {
                event.commit();
            }
        };
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static String shortened(String text) {
        return text == null || text.length() <= LONGEST_TEXT
                ? text
                : text.substring(0, LONGEST_TEXT);
    }
}
