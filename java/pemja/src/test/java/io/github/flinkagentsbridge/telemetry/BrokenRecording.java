package io.github.flinkagentsbridge.telemetry;

import java.util.function.Supplier;

/** A recording that fails at an operation's begin or at its end, for as long as a body runs. */
public final class BrokenRecording {

    private BrokenRecording() {}

    public static void atBegin(Throwable failure, Runnable body) {
        during(
                body,
                () -> {
                    throw BrokenRecording.<RuntimeException>asItIs(failure);
                });
    }

    public static void atEnd(Throwable failure, Runnable body) {
        during(
                body,
                () ->
                        () -> {
                            throw BrokenRecording.<RuntimeException>asItIs(failure);
                        });
    }

    private static void during(Runnable body, Supplier<Flight.Running> operation) {
        Flight.recordTo(
                new FlightSink() {
                    @Override
                    public boolean recordsOperations() {
                        return true;
                    }

                    @Override
                    public Flight.Running operation(
                            String manager, String route, String call, Thread source) {
                        return operation.get();
                    }
                });
        try {
            body.run();
        } finally {
            Flight.recordTo(null);
        }
    }

    @SuppressWarnings("unchecked")
    private static <X extends Throwable> X asItIs(Throwable failure) throws X {
        throw (X) failure;
    }
}
