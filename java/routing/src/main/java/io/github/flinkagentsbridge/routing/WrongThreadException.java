package io.github.flinkagentsbridge.routing;

/** Something that only the owner may do was tried by another thread (R16). */
public class WrongThreadException extends BridgeException {
    private static final long serialVersionUID = 1L;

    /** See {@link BridgeException} for the parts of the message. */
    public WrongThreadException(
            String attempted, String actor, String owner, String state, String remedy) {
        super(attempted, actor, owner, state, remedy);
    }
}
