package io.github.flinkagentsbridge.agents;

import io.github.flinkagentsbridge.routing.BridgeException;

/** A value with a Python object in it was about to enter Flink state. */
public final class MemoryHandleException extends BridgeException {

    private static final long serialVersionUID = 1L;

    private final String path;

    MemoryHandleException(String path, HandleSearch.Found found) {
        super(
                "Storing a value at memory path '" + path + "'",
                Thread.currentThread().getName(),
                "Python",
                found.place() + " is a Python object (" + found.value().getClass().getName() + ")",
                "A Python object does not outlive its process. Store a plain value: call"
                        + " to_memory_value(value) in Python, or copy its attributes in Java.");
        this.path = path;
    }

    /** The memory path that was written to. */
    public String path() {
        return path;
    }
}
