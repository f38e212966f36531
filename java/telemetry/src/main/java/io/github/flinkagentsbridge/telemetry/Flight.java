package io.github.flinkagentsbridge.telemetry;

import io.github.flinkagentsbridge.routing.RoutingListener;

/**
 * The Flight Recorder, where this JVM has one ({@code jdk.jfr} may be missing in a trimmed
 * runtime). While no recording runs a caller pays for {@link #isRecording()} alone: one field read.
 *
 * <p>Threads: any.
 */
public final class Flight {

    private static final FlightSink NOWHERE = new FlightSink() {};

    private static volatile FlightSink sink = NOWHERE;

    private Flight() {}

    /** An operation under way; ended by the thread that began it. */
    public interface Running {
        Running UNHEARD = () -> {};

        void over();
    }

    /** References on their way back to Python; ended by the thread that began it. */
    public interface Batch {
        Batch UNHEARD = (released, live) -> {};

        /**
         * @param live handles that are left
         */
        void over(int released, long live);
    }

    /** Follows the recordings of this JVM from now on; once, when the bridge starts. */
    public static void follow() {
        try {
            Recordings.follow();
        } catch (LinkageError | RuntimeException noRecorder) {
            System.getLogger(Flight.class.getName())
                    .log(System.Logger.Level.DEBUG, "no Flight Recorder in this JVM", noRecorder);
        }
    }

    /**
     * @param events null for nowhere
     */
    static void recordTo(FlightSink events) {
        sink = events == null ? NOWHERE : events;
    }

    /** Whether a recording runs, so that there is any use in calling the rest. */
    public static boolean isRecording() {
        return sink != NOWHERE;
    }

    /** Whether a recording wants operations, so that there is any use in {@link #operation}. */
    public static boolean recordsOperations() {
        FlightSink now = sink;
        return now != NOWHERE && now.recordsOperations();
    }

    /**
     * Begins the event of an operation on the thread that runs it.
     *
     * @param route "owner", "worker", "lane", or "bound" inside of another on a worker or lane
     * @param call what is called
     * @param source who asked for it, where a lane runs it; else null
     */
    public static Running operation(String manager, String route, String call, Thread source) {
        return sink.operation(manager, route, call, source);
    }

    /** Begins the event of references given back. */
    public static Batch handleBatch(String manager) {
        return sink.handleBatch(manager);
    }

    /** Tells of a primary, which its manager meets only when it is made. */
    public static void primaryMade(String manager, long nanos) {
        sink.interpreter(manager, RoutingListener.Change.MADE, true, nanos);
    }

    /** What managers are to tell of themselves. */
    public static RoutingListener listener() {
        return FlightListener.INSTANCE;
    }

    static RoutingListener now() {
        return sink;
    }
}
