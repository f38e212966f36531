package io.github.flinkagentsbridge.routing;

import java.util.function.Supplier;

/** The sentences with which one manager refuses. */
final class Refusals {
    private final String manager;
    private final String owner;
    private final RoutingListener listener;
    private final Supplier<Admission.State> state;

    Refusals(ManagerOptions options, Thread owner, Supplier<Admission.State> state) {
        this.manager = options.name();
        this.listener = options.listener();
        this.owner = ThreadText.label(owner);
        this.state = state;
    }

    ManagerClosedException closed(String attempted) {
        return told(
                new ManagerClosedException(
                        attempted + of(),
                        actor(),
                        owner,
                        state.get().name(),
                        "Do it before close() is called; a thread that an operation started counts as a new"
                                + " caller."));
    }

    WrongThreadException notOwner() {
        return told(
                new WrongThreadException(
                        "close()" + of(),
                        actor(),
                        owner,
                        state.get().name(),
                        "Call close() on the owner thread, or abandon() where that thread cannot."));
    }

    ReentrantCloseException inside(String attempted) {
        return told(
                new ReentrantCloseException(
                        attempted + of(),
                        actor(),
                        owner,
                        state.get().name() + ", inside an operation of this thread",
                        "Close after the operation has returned, for close waits for it."));
    }

    InterpreterNotReadyException notReady(InterpreterSlot.Phase phase) {
        return told(
                new InterpreterNotReadyException(
                        "A call" + of(),
                        actor(),
                        actor(),
                        "this thread's interpreter is "
                                + (phase == InterpreterSlot.Phase.MAKING
                                        ? "being made"
                                        : "being closed"),
                        "Make no call while an interpreter is made or closed."));
    }

    InterpreterLeakedException leaked(Thread thread, String timeout) {
        return told(
                new InterpreterLeakedException(
                        "Closing the interpreter of thread '"
                                + ThreadText.label(thread)
                                + "'"
                                + of(),
                        actor(),
                        ThreadText.label(thread),
                        "the thread has not ended within " + timeout,
                        "End what it runs before close(), or give a longer joinTimeout."));
    }

    LaneFullException laneFull(Lane<?> lane) {
        int limit = lane.options().laneQueueLimit();
        return told(
                new LaneFullException(
                        "A call" + of(),
                        actor(),
                        lane.getName(),
                        limit + " calls wait for lane '" + lane.getName() + "' already",
                        "It never ran. Make fewer calls at once, or give more lanes or a higher"
                                + " laneQueueLimit.",
                        limit));
    }

    CallTimeoutException callTimedOut(LaneCall<?> call, Lane<?> lane, boolean started) {
        return told(
                new CallTimeoutException(
                        "Waiting for " + call.text() + of(),
                        actor(),
                        lane.getName(),
                        started ? "started, and runs on" : "queued behind " + lane.runningText(),
                        started
                                ? "What it returns is dropped. Give it more time, or have it end sooner."
                                : "It was given up and never ran. Give it more time, or give more lanes.",
                        started));
    }

    WaitCycleException waitCycle(LaneCall<?> call, Lane<?> lane, String cycle) {
        return told(
                new WaitCycleException(
                        "Waiting for " + call.text() + of(),
                        actor(),
                        lane.getName(),
                        cycle,
                        "These wait for each other for ever, so this wait was ended. Do not wait, inside of"
                                + " an operation, for a thread that needs the operation's lane.",
                        cycle));
    }

    ReentrantCloseException closeCycle(String attempted, String cycle) {
        return told(
                new ReentrantCloseException(
                        attempted + of(),
                        actor(),
                        owner,
                        "OPEN again, since " + cycle,
                        "Close after the operation has returned, for close waits for it."));
    }

    CloseTimeoutException closeTimedOut(String deadline, String insiders) {
        return told(
                new CloseTimeoutException(
                        "Closing manager '" + manager + "'",
                        actor(),
                        owner,
                        state.get().name() + ", operations still run after " + deadline,
                        "End them before close(), or give a longer closeDeadline. Their interpreters stay"
                                + " unclosed. Still running:",
                        insiders));
    }

    private <X extends BridgeException> X told(X refusal) {
        if (listener.listens()) {
            listener.refusal(manager, refusal);
        }
        return refusal;
    }

    private String of() {
        return " of manager '" + manager + "'";
    }

    private static String actor() {
        return ThreadText.label(Thread.currentThread());
    }
}
