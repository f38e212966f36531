package io.github.flinkagentsbridge.pemja;

import io.github.flinkagentsbridge.routing.PythonInterpreterManager;

/**
 * Told when a name is invoked on an interpreter for the first time since its names last changed,
 * before the call. Runs inside the operation, on its thread; must be quick and must not throw.
 */
@FunctionalInterface
public interface InvocationListener {

    void firstInvocation(PythonInterpreterManager<?> manager, String name, Object[] arguments);
}
