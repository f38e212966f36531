package io.github.flinkagentsbridge.routing;

/**
 * Everything that belongs together between one entry and its result: it may call the interpreter
 * several times, and nothing else comes in between on that interpreter (R9).
 *
 * @param <I> the interpreter
 * @param <R> the result
 * @param <X> what it may throw
 */
@FunctionalInterface
public interface InterpreterOperation<I, R, X extends Throwable> {
    /** Runs on the thread that the interpreter belongs to. The interpreter must not be kept. */
    R run(I interpreter) throws X;

    /** What it does, in a few words, for messages; null if it does not say. Asked by any thread. */
    default String description() {
        return null;
    }

    /** What is called, for recordings: a name alone where there is one. Asked by any thread. */
    default String call() {
        return description();
    }
}
