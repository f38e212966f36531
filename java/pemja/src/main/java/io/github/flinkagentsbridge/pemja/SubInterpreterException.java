package io.github.flinkagentsbridge.pemja;

import io.github.flinkagentsbridge.routing.BridgeException;

/**
 * A call on a sub-interpreter from another thread than its owner, or an object of one interpreter
 * as an argument for another: sub-interpreters share no objects.
 */
public final class SubInterpreterException extends BridgeException {

    private static final long serialVersionUID = 1L;

    SubInterpreterException(String owner) {
        this(
                "A call on a sub-interpreter",
                owner,
                "Call it on its owner's thread only, or make it in MULTI_THREAD mode.");
    }

    private SubInterpreterException(String attempted, String owner, String remedy) {
        super(
                attempted,
                Thread.currentThread().getName(),
                owner,
                "open, in SUB_INTERPRETER mode",
                remedy);
    }

    /**
     * @param owner of the sub-interpreter that the object comes from, or was to go to
     */
    static SubInterpreterException foreignObject(String owner) {
        return new SubInterpreterException(
                "Handing a Python object to another interpreter",
                owner,
                "Hand over a plain value (int, str, list, dict and the like), or make both"
                        + " interpreters in MULTI_THREAD mode.");
    }
}
