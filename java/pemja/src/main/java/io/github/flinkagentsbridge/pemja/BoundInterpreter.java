package io.github.flinkagentsbridge.pemja;

import io.github.flinkagentsbridge.routing.InterpreterOperation;
import io.github.flinkagentsbridge.routing.PythonInterpreterManager;
import io.github.flinkagentsbridge.telemetry.Flight;

/**
 * Our state of an interpreter that the application made: its manager and the names its calls see.
 *
 * <p>Threads: any; immutable.
 */
public final class BoundInterpreter {

    private final PythonInterpreterManager<NativeInterpreter> manager;
    private final Names names;
    private final NativeInterpreter primary;
    private final HandleRegistry handles;
    private final int timedEvery;

    BoundInterpreter(
            PythonInterpreterManager<NativeInterpreter> manager,
            Names names,
            HandleRegistry handles,
            NativeInterpreter primary,
            int timedEvery) {
        this.manager = manager;
        this.names = names;
        this.handles = handles;
        this.primary = primary;
        this.timedEvery = timedEvery;
        handles.belongTo(this);
    }

    PythonInterpreterManager<NativeInterpreter> manager() {
        return manager;
    }

    Names names() {
        return names;
    }

    /** The live handles that operations of this interpreter made. */
    HandleRegistry handles() {
        return handles;
    }

    /** Whether this is a sub-interpreter, whose objects no other interpreter may touch. */
    boolean isolated() {
        return primary.isIsolated();
    }

    /** Makes an interpreter like its own, on and for the calling thread, which has none. */
    NativeInterpreter startSecondary() {
        return primary.startSecondary();
    }

    /** Of how many inline operations one is timed; 0 for none. */
    int timedEvery() {
        return timedEvery;
    }

    /** Whether somebody looks at operations; all that they pay for it while nobody does. */
    boolean isObserved() {
        return timedEvery != 0 || Flight.recordsOperations();
    }

    /**
     * Runs an operation on the calling thread's interpreter, wherever that is (R2 to R5). Lets go
     * of the interpreter's lock meanwhile, if the thread came with it (T5).
     *
     * @param verb what the operation does, for messages
     * @param name to what it does it; may be null
     */
    <R> R run(
            String verb,
            String name,
            InterpreterOperation<? super NativeInterpreter, R, RuntimeException> operation) {
        if (isForeign()) {
            throw new SubInterpreterException(manager.owner().getName());
        }
        Gil gil = Gil.get();
        long released = gil.letGo();
        try {
            return manager.withInterpreter(new BoundOperation<>(this, verb, name, operation));
        } finally {
            gil.takeBack(released);
        }
    }

    /** Whether the calling thread may not come here, since this is another's sub-interpreter. */
    boolean isForeign() {
        return names.areIsolated() && !manager.isOwner() && manager.isOpen();
    }

    /** Ends an operation; what no Java code reaches is given back where nothing is nested. */
    void leave(NativeInterpreter on, BoundInterpreter previous) {
        try {
            if (previous == null) {
                handles.releaseGarbage(on);
                if (!isolated()) {
                    PemjaRuntime.get().unownedHandles().releaseGarbage(on);
                }
            }
        } finally {
            on.leave(previous);
        }
    }
}
