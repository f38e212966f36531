package io.github.flinkagentsbridge.pemja;

import java.util.Map;

/**
 * The names that the calls of one manager see. Every method runs inside an operation, on the thread
 * of the given interpreter.
 */
interface Names {

    Object invoke(
            NativeInterpreter on, String name, Object[] arguments, Map<String, Object> keywords);

    void set(NativeInterpreter on, String name, Object value);

    Object get(NativeInterpreter on, String name, Class<?> type);

    void exec(NativeInterpreter on, String source);

    /** Takes what stands for these names out of an interpreter that is given up. */
    void retract(NativeInterpreter from);

    /** Whether only their owner's thread may use them, since they are a sub-interpreter's. */
    default boolean areIsolated() {
        return false;
    }

    /** Lets go of the names themselves; after the last {@link #retract}. */
    void drop(NativeInterpreter primary);
}
