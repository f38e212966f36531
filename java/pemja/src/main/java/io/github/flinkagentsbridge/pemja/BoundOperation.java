package io.github.flinkagentsbridge.pemja;

import io.github.flinkagentsbridge.routing.InterpreterOperation;

/** An operation on the names of one interpreter of the application's, with a name for messages. */
final class BoundOperation<R>
        implements InterpreterOperation<NativeInterpreter, R, RuntimeException> {

    private final BoundInterpreter bound;
    private final String verb;
    private final String name;
    private final InterpreterOperation<? super NativeInterpreter, R, RuntimeException> body;

    /** Where it was asked for; null unless that is noted. */
    private final Throwable askedAt;

    BoundOperation(
            BoundInterpreter bound,
            String verb,
            String name,
            InterpreterOperation<? super NativeInterpreter, R, RuntimeException> body) {
        this.bound = bound;
        this.verb = verb;
        this.name = name;
        this.body = body;
        this.askedAt = bound.handles().notesPlaces() ? HandlePlaces.here() : null;
    }

    @Override
    public R run(NativeInterpreter on) {
        BoundInterpreter previous = on.enter(bound);
        Observed seen = null;
        try {
            seen = bound.isObserved() ? Observed.begin(bound, call(), previous != null) : null;
            return askedAt == null
                    ? body.run(on)
                    : HandlePlaces.during(askedAt, () -> body.run(on));
        } catch (Throwable failure) {
            PythonFailures.explain(on, failure);
            throw failure;
        } finally {
            try {
                Observed.end(seen);
            } finally {
                bound.leave(on, previous);
            }
        }
    }

    @Override
    public String description() {
        return name == null ? verb : verb + " '" + name + "'";
    }

    @Override
    public String call() {
        if (name == null) {
            return verb;
        }
        return verb.equals("invoke") ? name : verb + " " + name;
    }
}
