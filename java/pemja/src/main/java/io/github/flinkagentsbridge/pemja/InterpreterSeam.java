package io.github.flinkagentsbridge.pemja;

import java.util.Map;

/**
 * What the weaver adds to Pemja's {@code PythonInterpreter}: its own methods under names that are
 * not routed, and a place for our state. So nothing here links to the class loader that Pemja came
 * from. A {@code bridge$} method enters Python at once and may be called only on the thread that
 * the native interpreter was started on.
 */
public interface InterpreterSeam {

    /** Our state of an interpreter that the application made; null for a secondary. */
    BoundInterpreter bridge$attachment();

    void bridge$attach(BoundInterpreter bound);

    /** Makes another instance of the same class without any native state. */
    InterpreterSeam bridge$secondary();

    /** Starts the native interpreter as Pemja's constructor does, search paths included. */
    void bridge$initialize(Object config);

    /**
     * Starts the native interpreter without search paths (T7).
     *
     * @param executionType ordinal of Pemja's {@code ExecType}
     */
    void bridge$start(int executionType);

    /** The native interpreter, as Pemja notes it; 0 when there is none. */
    long bridge$threadState();

    void bridge$set(String name, Object value);

    Object bridge$get(String name, Class<?> type);

    Object bridge$invoke(String name, Object[] arguments);

    Object bridge$invoke(String name, Object[] arguments, Map<String, Object> keywords);

    void bridge$exec(String source);

    /** Ends the native interpreter; harmless when there is none. */
    void bridge$close();
}
