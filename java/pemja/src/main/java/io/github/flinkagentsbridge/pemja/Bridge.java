package io.github.flinkagentsbridge.pemja;

import io.github.flinkagentsbridge.routing.BridgeException;
import io.github.flinkagentsbridge.routing.PythonInterpreterManager;

/** The way from an application's interpreter to its manager, for code that knows the bridge. */
public final class Bridge {

    private Bridge() {}

    /**
     * The manager of an interpreter, e.g. to make managed worker threads (R3).
     *
     * @param interpreter a Pemja {@code PythonInterpreter}, made in this JVM
     * @throws BridgeException if this JVM runs without the bridge
     */
    public static PythonInterpreterManager<?> managerOf(Object interpreter) {
        if (!(interpreter instanceof InterpreterSeam)) {
            throw new BridgeException(
                    "Finding the manager of " + interpreter,
                    Thread.currentThread().getName(),
                    "none",
                    "not woven",
                    "Start this JVM with -javaagent:<agent jar>, as 'flink-agents-bridge run' does.");
        }
        BoundInterpreter bound = ((InterpreterSeam) interpreter).bridge$attachment();
        if (bound == null) {
            throw new InterpreterNotStartedException();
        }
        return bound.manager();
    }
}
