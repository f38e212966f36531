package io.github.flinkagentsbridge.routing;

/**
 * What the bridge could not or would not do. Says what was attempted, by which thread, on whose
 * interpreter, in which state, and what to do about it.
 */
public class BridgeException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String attempted;
    private final String actor;
    private final String owner;
    private final String state;
    private final String remedy;

    /**
     * @param attempted what was tried, as the start of a sentence
     * @param actor name of the thread that tried it
     * @param owner name of the thread that owns the interpreter, or of what stands for it
     * @param state the state that made it impossible
     * @param remedy a full sentence that says what to do
     */
    public BridgeException(
            String attempted, String actor, String owner, String state, String remedy) {
        this(attempted, actor, owner, state, remedy, null);
    }

    /** As the other constructor, with the failure that led here. */
    public BridgeException(
            String attempted,
            String actor,
            String owner,
            String state,
            String remedy,
            Throwable cause) {
        super(sentence(attempted, actor, owner, state, remedy), cause);
        this.attempted = attempted;
        this.actor = actor;
        this.owner = owner;
        this.state = state;
        this.remedy = remedy;
    }

    private static String sentence(
            String attempted, String actor, String owner, String state, String remedy) {
        return attempted
                + " on thread '"
                + actor
                + "' failed (owner: '"
                + owner
                + "', state: "
                + state
                + "). "
                + remedy;
    }

    /** What was tried. */
    public String attempted() {
        return attempted;
    }

    /** Name of the thread that tried it. */
    public String actor() {
        return actor;
    }

    /** Name of the thread that owns the interpreter. */
    public String owner() {
        return owner;
    }

    /** The state that made it impossible. */
    public String state() {
        return state;
    }

    /** What to do about it. */
    public String remedy() {
        return remedy;
    }
}
