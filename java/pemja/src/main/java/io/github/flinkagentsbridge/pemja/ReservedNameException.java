package io.github.flinkagentsbridge.pemja;

import io.github.flinkagentsbridge.routing.BridgeException;

/** A {@code set} of a variable that the bridge needs for itself. */
public final class ReservedNameException extends BridgeException {

    private static final long serialVersionUID = 1L;

    ReservedNameException(String name) {
        super(
                "Setting the variable '" + name + "'",
                Thread.currentThread().getName(),
                "the bridge",
                "open",
                "Choose another name than __bridge… or __b and a number.");
    }
}
