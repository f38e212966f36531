package agentjobs;

/** A failure and all its causes as one text. */
final class Chain {
    private Chain() {}

    static String of(Throwable failure) {
        String cause = failure.getCause() == null ? "" : " <- " + of(failure.getCause());
        return failure.getClass().getName() + ": " + failure.getMessage() + cause;
    }
}
