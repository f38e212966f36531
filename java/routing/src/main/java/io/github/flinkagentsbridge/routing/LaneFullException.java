package io.github.flinkagentsbridge.routing;

/** A lane's queue is at its limit, so that one more call was refused; it never runs (B4). */
public class LaneFullException extends BridgeException {
    private static final long serialVersionUID = 1L;

    private final int limit;

    /**
     * See {@link BridgeException} for the other parts of the message.
     *
     * @param limit how many calls may wait for a lane
     */
    public LaneFullException(
            String attempted, String actor, String owner, String state, String remedy, int limit) {
        super(attempted, actor, owner, state, remedy);
        this.limit = limit;
    }

    /** How many calls may wait for a lane. */
    public int limit() {
        return limit;
    }
}
