package io.github.flinkagentsbridge.routing;

/** A call that came after close had begun (R11, R16). */
public class ManagerClosedException extends BridgeException {
    private static final long serialVersionUID = 1L;

    /** See {@link BridgeException} for the parts of the message. */
    public ManagerClosedException(
            String attempted, String actor, String owner, String state, String remedy) {
        super(attempted, actor, owner, state, remedy);
    }
}
