package io.github.flinkagentsbridge.agents;

/** What the woven {@code ActionExecutionOperator} carries. */
public interface WaitingOperator {

    /** Null until the first step of an action. */
    WaitingKeys bridge$waitingKeys();

    void bridge$attach(WaitingKeys keys);

    /**
     * Calls {@code executor.submit(mail, text)} on the operator's own mailbox executor. From any
     * thread.
     *
     * @throws java.util.concurrent.RejectedExecutionException once the mailbox takes no more mails
     */
    void bridge$submit(Object executor, Object mail, String text);
}
