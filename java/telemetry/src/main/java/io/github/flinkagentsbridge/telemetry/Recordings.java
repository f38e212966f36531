package io.github.flinkagentsbridge.telemetry;

import jdk.jfr.FlightRecorder;
import jdk.jfr.FlightRecorderListener;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Has events recorded while any recording runs. Loaded only where {@code jdk.jfr} is there.
 *
 * <p>Threads: any; no lock, since the recorder may hold its own when it calls.
 */
final class Recordings implements FlightRecorderListener {

    private static final FlightSink EVENTS = new FlightEvents();

    private final AtomicInteger changes = new AtomicInteger();

    private Recordings() {}

    static void follow() {
        FlightRecorder.addListener(new Recordings());
    }

    /** Also called at once if the recorder is there already, as by a flag of the JVM. */
    @Override
    public void recorderInitialized(FlightRecorder recorder) {
        look(recorder);
    }

    @Override
    public void recordingStateChanged(Recording changed) {
        look(FlightRecorder.getFlightRecorder());
    }

    /** Looks again if a change came meanwhile, whose own look may be over before this one's. */
    private void look(FlightRecorder recorder) {
        int seen = changes.incrementAndGet();
        int before;
        do {
            before = seen;
            boolean any =
                    recorder.getRecordings().stream()
                            .anyMatch(each -> each.getState() == RecordingState.RUNNING);
            Flight.recordTo(any ? EVENTS : null);
            seen = changes.get();
        } while (seen != before);
    }
}
