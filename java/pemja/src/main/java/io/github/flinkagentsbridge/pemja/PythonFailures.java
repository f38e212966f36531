package io.github.flinkagentsbridge.pemja;

import java.util.List;

/** Puts what Python has noted of a failure behind the exception by which Pemja tells of it. */
final class PythonFailures {

    private static final String PEMJAS = "pemja.core.PythonException";

    private PythonFailures() {}

    /**
     * Gives a failure a {@link PythonTraceback} as its cause, if it came from Python.
     *
     * @param on where it was thrown, on whose thread this is called
     */
    static void explain(NativeInterpreter on, Throwable failure) {
        if (failure.getCause() == null
                && !on.isIsolated()
                && failure.getClass().getName().equals(PEMJAS)) {
            explainPythons(on, failure);
        }
    }

    private static void explainPythons(NativeInterpreter on, Throwable failure) {
        try {
            List<?> noted = (List<?>) on.helper("take_noted");
            if (noted != null) {
                Object java = noted.get(1);
                Throwable origin = java instanceof Throwable ? (Throwable) java : null;
                failure.initCause(new PythonTraceback((String) noted.get(0), origin));
            }
        } catch (Throwable second) {
            failure.addSuppressed(second);
        }
    }
}
