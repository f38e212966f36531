package io.github.flinkagentsbridge.routing;

/** A caller has waited for its lane as long as it was ready to (B4). */
public class CallTimeoutException extends BridgeException {
    private static final long serialVersionUID = 1L;

    private final String lane;
    private final boolean started;

    /**
     * See {@link BridgeException} for the other parts of the message.
     *
     * @param lane name of the lane's thread
     * @param started whether the operation had started and runs on; if not it never runs
     */
    public CallTimeoutException(
            String attempted,
            String actor,
            String lane,
            String state,
            String remedy,
            boolean started) {
        super(attempted, actor, lane, state, remedy);
        this.lane = lane;
        this.started = started;
    }

    /** Name of the lane that was waited for. */
    public String lane() {
        return lane;
    }

    /** Whether the operation had started, and so runs to its end; otherwise it never runs. */
    public boolean started() {
        return started;
    }
}
