package io.github.flinkagentsbridge.routing;

/**
 * An interpreter was left unclosed, since its thread did not end in time and nobody else may close
 * it.
 */
public class InterpreterLeakedException extends BridgeException {
    private static final long serialVersionUID = 1L;

    /** See {@link BridgeException} for the parts of the message. */
    public InterpreterLeakedException(
            String attempted, String actor, String owner, String state, String remedy) {
        super(attempted, actor, owner, state, remedy);
    }
}
