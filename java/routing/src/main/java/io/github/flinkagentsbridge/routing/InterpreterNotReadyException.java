package io.github.flinkagentsbridge.routing;

/**
 * A call on a thread whose interpreter is just being made or closed: it has none to give, and
 * another must not stand in for it (R14, R18).
 */
public class InterpreterNotReadyException extends BridgeException {
    private static final long serialVersionUID = 1L;

    /** See {@link BridgeException} for the parts of the message. */
    public InterpreterNotReadyException(
            String attempted, String actor, String owner, String state, String remedy) {
        super(attempted, actor, owner, state, remedy);
    }
}
