package io.github.flinkagentsbridge.routing;

/** A wait was ended, since it was proven to be part of a cycle, which nothing else ends (B3). */
public class WaitCycleException extends BridgeException {
    private static final long serialVersionUID = 1L;

    private final String cycle;

    /**
     * See {@link BridgeException} for the other parts of the message.
     *
     * @param cycle who waits for whom, one sentence a thread
     */
    public WaitCycleException(
            String attempted,
            String actor,
            String owner,
            String state,
            String remedy,
            String cycle) {
        super(attempted, actor, owner, state, remedy);
        this.cycle = cycle;
    }

    /** Who waits for whom, one sentence a thread. */
    public String cycle() {
        return cycle;
    }
}
