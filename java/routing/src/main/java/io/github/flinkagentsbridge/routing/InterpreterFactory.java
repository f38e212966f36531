package io.github.flinkagentsbridge.routing;

/**
 * Makes and closes interpreters. Every method that does so is called on the thread that uses the
 * interpreter, with no lock held.
 *
 * @param <I> the interpreter
 */
public interface InterpreterFactory<I> {
    /** Makes an interpreter for the current thread. Never null. */
    I create() throws Exception;

    /**
     * Readies a new interpreter for its first use (R13). When this throws, the interpreter is
     * closed before the failure goes on to the caller (R14).
     */
    void prepare(I interpreter) throws Exception;

    /** Closes the interpreter of the current thread. Called at most once for each. */
    void close(I interpreter) throws Exception;

    /** What Java code has in hand of these interpreters' objects. Asked once, at the start. */
    default HeldObjects heldObjects() {
        return HeldObjects.NONE;
    }
}
