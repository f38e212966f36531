package io.github.flinkagentsbridge.telemetry;

/** A recording that fails at an operation's begin or at its end, for as long as a body runs. */
public final class BrokenRecording {

    private BrokenRecording() {}

    private static void during(Runnable body, FlightSink sink) {
        Flight.recordTo(sink);
        try {
            body.run();
        } finally {
            Flight.recordTo(null);
        }
    }

    public static void atBegin(Throwable failure, Runnable body) {
        during(
                body,
                new FlightSink() {
                    @Override
                    public boolean recordsOperations() {
                        return true;
                    }

                    @Override
                    public Flight.Running operation(
                            String manager, String route, String call, Thread source) {
                        throw BrokenRecording.<RuntimeException>asItIs(failure);
                    }
                });
    }

    public static void atEnd(Throwable failure, Runnable body) {
        during(
                body,
                new FlightSink() {
                    @Override
                    public boolean recordsOperations() {
                        return true;
                    }

                    @Override
                    public Flight.Running operation(
                            String manager, String route, String call, Thread source) {
                        return () -> {
                            throw BrokenRecording.<RuntimeException>asItIs(failure);
                        };
                    }
                });
    }

    @SuppressWarnings("unchecked")
    private static <X extends Throwable> X asItIs(Throwable failure) throws X {
        throw (X) failure;
    }
}
