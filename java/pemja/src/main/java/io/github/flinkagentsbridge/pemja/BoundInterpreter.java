package io.github.flinkagentsbridge.pemja;

import io.github.flinkagentsbridge.routing.InterpreterOperation;
import io.github.flinkagentsbridge.routing.PythonInterpreterManager;

/**
 * Our state of an interpreter that the application made: its manager and the names its calls see.
 *
 * <p>Threads: any; immutable.
 */
public final class BoundInterpreter {

    private final PythonInterpreterManager<NativeInterpreter> manager;
    private final Names names;
    private final boolean isolated;

    BoundInterpreter(
            PythonInterpreterManager<NativeInterpreter> manager, Names names, boolean isolated) {
        this.manager = manager;
        this.names = names;
        this.isolated = isolated;
    }

    PythonInterpreterManager<NativeInterpreter> manager() {
        return manager;
    }

    Names names() {
        return names;
    }

    /** Whether this is a sub-interpreter, whose objects no other interpreter may touch. */
    boolean isolated() {
        return isolated;
    }

    /** Runs an operation on the calling thread's interpreter, wherever that is (R2 to R5). */
    <R> R run(InterpreterOperation<? super NativeInterpreter, R, RuntimeException> operation) {
        Gil gil = Gil.get();
        long released = gil.letGo();
        try {
            return manager.withInterpreter(
                    on -> {
                        BoundInterpreter previous = on.enter(this);
                        try {
                            return operation.run(on);
                        } finally {
                            on.leave(previous);
                        }
                    });
        } finally {
            gil.takeBack(released);
        }
    }

    /** Begins an operation of the owner without a call-back; only it may ask, and must exit. */
    NativeInterpreter enterOwner() {
        return manager.enterOwner();
    }
}
