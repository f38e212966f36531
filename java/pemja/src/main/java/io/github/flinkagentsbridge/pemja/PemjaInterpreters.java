package io.github.flinkagentsbridge.pemja;

import io.github.flinkagentsbridge.routing.HeldObjects;
import io.github.flinkagentsbridge.routing.InterpreterFactory;

/** Makes and closes the secondaries of one manager, each on the thread that uses it. */
final class PemjaInterpreters implements InterpreterFactory<NativeInterpreter> {

    static final int MULTI_THREAD = 0;

    private final NativeInterpreter primary;
    private final Names names;
    private final HandleRegistry handles;
    private final Thread owner = Thread.currentThread();

    PemjaInterpreters(NativeInterpreter primary, Names names, HandleRegistry handles) {
        this.handles = handles;
        this.primary = primary;
        this.names = names;
    }

    /** Joins the thread's interpreter, if it has one already, else makes it (T9). */
    @Override
    public NativeInterpreter create() {
        if (primary.isIsolated()) {
            throw new SubInterpreterException(owner.getName());
        }
        NativeInterpreter present = ThreadInterpreters.sharedHere();
        return present == null ? primary.startSecondary() : present.share();
    }

    @Override
    public void prepare(NativeInterpreter interpreter) {
        interpreter.prepare();
    }

    @Override
    public HeldObjects heldObjects() {
        return handles;
    }

    @Override
    public void close(NativeInterpreter interpreter) {
        try {
            interpreter.onOwnAccount(() -> forget(interpreter));
        } finally {
            interpreter.release();
        }
    }

    private void forget(NativeInterpreter interpreter) {
        names.retract(interpreter);
        if (interpreter == primary) {
            handles.releaseAll(interpreter);
            names.drop(interpreter);
        }
    }
}
