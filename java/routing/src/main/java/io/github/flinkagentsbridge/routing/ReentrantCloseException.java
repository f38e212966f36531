package io.github.flinkagentsbridge.routing;

/** Close was called from inside an operation, for which it would wait (hazard D2). */
public class ReentrantCloseException extends BridgeException {
    private static final long serialVersionUID = 1L;

    /** See {@link BridgeException} for the parts of the message. */
    public ReentrantCloseException(
            String attempted, String actor, String owner, String state, String remedy) {
        super(attempted, actor, owner, state, remedy);
    }
}
