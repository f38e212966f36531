package io.github.flinkagentsbridge.pemja;

import io.github.flinkagentsbridge.routing.BridgeException;

/** A use of a handle after its own close, or after the close of the interpreter it belongs to. */
public final class ReleasedHandleException extends BridgeException {

    private static final long serialVersionUID = 1L;

    ReleasedHandleException() {
        super(
                "Use of a Python object",
                Thread.currentThread().getName(),
                "Python",
                "closed",
                "Use it before its close() and before its interpreter's close(); to keep the value,"
                        + " read what is needed of it while it lives.");
    }
}
