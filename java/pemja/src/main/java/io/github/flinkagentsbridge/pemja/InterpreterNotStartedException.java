package io.github.flinkagentsbridge.pemja;

import io.github.flinkagentsbridge.routing.BridgeException;

/** A call on an interpreter whose constructor failed, or that came out of serialised form. */
public final class InterpreterNotStartedException extends BridgeException {

    private static final long serialVersionUID = 1L;

    InterpreterNotStartedException() {
        super(
                "A Python call",
                Thread.currentThread().getName(),
                "none",
                "never started",
                "Make the interpreter with its constructor, in this JVM, and keep it only if that"
                        + " returned.");
    }
}
