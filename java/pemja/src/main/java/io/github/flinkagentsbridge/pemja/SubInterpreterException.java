package io.github.flinkagentsbridge.pemja;

import io.github.flinkagentsbridge.routing.BridgeException;

/** A call on a sub-interpreter from another thread than its owner: its objects cannot be shared. */
public final class SubInterpreterException extends BridgeException {

    private static final long serialVersionUID = 1L;

    SubInterpreterException(String owner) {
        super(
                "A call on a sub-interpreter",
                Thread.currentThread().getName(),
                owner,
                "open, in SUB_INTERPRETER mode",
                "Call it on its owner's thread only, or make it in MULTI_THREAD mode.");
    }
}
