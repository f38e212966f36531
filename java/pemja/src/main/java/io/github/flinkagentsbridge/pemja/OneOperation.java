package io.github.flinkagentsbridge.pemja;

import java.util.concurrent.Callable;

/**
 * Several calls of Python that belong together, as one operation (R9): all of it on one
 * interpreter, with nothing else in between there. The calls inside are nested in it.
 *
 * <p>Threads: any. Where the calling thread is served by a lane, the whole body runs on the lane.
 */
public final class OneOperation {

    private OneOperation() {}

    /**
     * Runs the body.
     *
     * @param carrier a Pemja interpreter or Python object, whose manager serves the operation; for
     *     anything else, null included, the body simply runs
     * @param name what is done, for messages
     * @throws Exception what the body throws, as it is
     */
    public static Object run(Object carrier, String name, Callable<?> body) throws Exception {
        BoundInterpreter bound = boundTo(carrier);
        return bound == null ? body.call() : bound.run(name, null, on -> asItIs(body));
    }

    /** As the other, for a body without a result. */
    public static void run(Object carrier, String name, Runnable body) throws Exception {
        run(
                carrier,
                name,
                () -> {
                    body.run();
                    return null;
                });
    }

    private static BoundInterpreter boundTo(Object carrier) {
        if (carrier instanceof InterpreterSeam) {
            return ((InterpreterSeam) carrier).bridge$attachment();
        }
        HandleRecord record =
                carrier instanceof HandleSeam ? ((HandleSeam) carrier).bridge$record() : null;
        return record == null ? null : HandleDispatch.bound(record);
    }

    private static Object asItIs(Callable<?> body) {
        try {
            return body.call();
        } catch (Exception failure) {
            throw OneOperation.<RuntimeException>unchecked(failure);
        }
    }

    @SuppressWarnings("unchecked")
    private static <X extends Throwable> X unchecked(Exception failure) throws X {
        throw (X) failure;
    }
}
