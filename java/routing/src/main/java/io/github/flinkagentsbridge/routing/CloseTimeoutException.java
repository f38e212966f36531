package io.github.flinkagentsbridge.routing;

/**
 * Close has waited for accepted operations until its deadline and has closed without them (B4).
 * Their interpreters are left unclosed; each is told of by a suppressed {@link
 * InterpreterLeakedException}.
 */
public class CloseTimeoutException extends BridgeException {
    private static final long serialVersionUID = 1L;

    private final String report;

    /**
     * See {@link BridgeException} for the other parts of the message.
     *
     * @param report which threads still ran what, with their stacks
     */
    public CloseTimeoutException(
            String attempted,
            String actor,
            String owner,
            String state,
            String remedy,
            String report) {
        super(attempted, actor, owner, state, remedy + report);
        this.report = report;
    }

    /** Which threads still ran what, with their stacks. */
    public String report() {
        return report;
    }
}
