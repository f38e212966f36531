package io.github.flinkagentsbridge.routing;

import java.util.function.Supplier;

/** The sentences with which one manager refuses. */
final class Refusals {
    private final String manager;
    private final String owner;
    private final Supplier<Admission.State> state;

    Refusals(String manager, Thread owner, Supplier<Admission.State> state) {
        this.manager = manager;
        this.owner = ThreadText.label(owner);
        this.state = state;
    }

    ManagerClosedException closed(String attempted) {
        return new ManagerClosedException(
                attempted + of(),
                actor(),
                owner,
                state.get().name(),
                "Do it before close() is called; a thread that an operation started counts as a new"
                        + " caller.");
    }

    WrongThreadException notOwner() {
        return new WrongThreadException(
                "close()" + of(),
                actor(),
                owner,
                state.get().name(),
                "Call close() on the owner thread, or abandon() where that thread cannot.");
    }

    ReentrantCloseException inside(String attempted) {
        return new ReentrantCloseException(
                attempted + of(),
                actor(),
                owner,
                state.get().name() + ", inside an operation of this thread",
                "Close after the operation has returned, for close waits for it.");
    }

    InterpreterNotReadyException notReady(InterpreterSlot.Phase phase) {
        return new InterpreterNotReadyException(
                "A call" + of(),
                actor(),
                actor(),
                "this thread's interpreter is "
                        + (phase == InterpreterSlot.Phase.MAKING ? "being made" : "being closed"),
                "Make no call while an interpreter is made or closed.");
    }

    InterpreterLeakedException leaked(Thread thread, String timeout) {
        return new InterpreterLeakedException(
                "Closing the interpreter of thread '" + ThreadText.label(thread) + "'" + of(),
                actor(),
                ThreadText.label(thread),
                "the thread has not ended within " + timeout,
                "End what it runs before close(), or give a longer joinTimeout.");
    }

    private String of() {
        return " of manager '" + manager + "'";
    }

    private static String actor() {
        return ThreadText.label(Thread.currentThread());
    }
}
