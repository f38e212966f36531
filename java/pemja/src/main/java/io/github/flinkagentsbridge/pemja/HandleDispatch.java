package io.github.flinkagentsbridge.pemja;

import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.function.Function;

/**
 * The public methods of Pemja's {@code PyObject} and {@code PyIterator}, routed. A handle is
 * entered with the interpreter of the thread that calls, not of the one that made it (B6, H1): all
 * interpreters of the process share their objects, except sub-interpreters.
 */
public final class HandleDispatch {

    private HandleDispatch() {}

    /** Registers a handle where it was made; the last thing its constructor does. */
    public static void born(HandleSeam handle) {
        NativeInterpreter here = NativeInterpreter.current();
        BoundInterpreter maker = here == null ? null : here.running();
        HandleRegistry registry =
                maker == null ? PemjaRuntime.get().unownedHandles() : maker.handles();
        handle.bridge$attach(registry.register(handle));
    }

    /** The thread state to enter a handle with, on the thread that is about to do so. */
    public static long threadState(HandleSeam handle) {
        NativeInterpreter here = NativeInterpreter.current();
        return here == null ? handle.bridge$threadState() : here.seam().bridge$threadState();
    }

    public static Object getAttr(HandleSeam handle, String name) {
        return getAttr(handle, name, Object.class);
    }

    /**
     * @throws NullPointerException without a class, which ends the JVM inside of Pemja
     */
    public static Object getAttr(HandleSeam handle, String name, Class<?> type) {
        Objects.requireNonNull(type, "the class to read '" + name + "' as");
        return use(
                handle,
                "handle.getAttr",
                name,
                on -> ReadValue.ofAttribute(on, handle, PemjaForm.of(name), type));
    }

    /** Through a function of ours: Pemja's own way loses what {@code __setattr__} raises. */
    public static void setAttr(HandleSeam handle, String name, Object value) {
        keepApart(handle, value);
        HandedOver.call(
                value,
                safe ->
                        use(
                                handle,
                                "handle.setAttr",
                                name,
                                on -> {
                                    on.helper(
                                            "set_attribute",
                                            handle.bridge$argument(),
                                            PemjaForm.of(name),
                                            safe);
                                    return null;
                                }));
    }

    public static Object invokeMethod(HandleSeam handle, String name, Object[] arguments) {
        keepApart(handle, arguments);
        return HandedOver.call(
                arguments,
                safe ->
                        use(
                                handle,
                                "handle.invokeMethod",
                                name,
                                on -> invokeMethod(on, handle, name, safe)));
    }

    /** Pemja's own way ends the JVM where a method of two arguments raises, or is not there. */
    private static Object invokeMethod(
            NativeInterpreter on, HandleSeam handle, String name, Object[] arguments) {
        Object[] all = new Object[arguments.length + 2];
        all[0] = handle.bridge$argument();
        all[1] = PemjaForm.of(name);
        System.arraycopy(arguments, 0, all, 2, arguments.length);
        return on.helper("call_method", all);
    }

    private static void keepApart(HandleSeam handle, Object arguments) {
        if (handle.bridge$record() != null) {
            SharedObjects.check(bound(handle.bridge$record()), arguments);
        }
    }

    public static boolean hasNext(IteratorSeam handle) {
        return use(handle, "handle.hasNext", null, on -> handle.bridge$hasNext());
    }

    public static Object next(IteratorSeam handle) {
        return use(handle, "handle.next", null, on -> handle.bridge$next());
    }

    /**
     * Stands where Pemja's iterator asks Python for the next element; where Pemja would look for it
     * is of no use here.
     */
    public static Object advance(IteratorSeam handle, long threadState, long pointer) {
        List<?> next =
                (List<?>) NativeInterpreter.current().helper("advance", handle.bridge$argument());
        if (next == null) {
            throw new NoSuchElementException("StopIteration");
        }
        return next.get(0);
    }

    /**
     * Gives the handle's reference back: at once, or when the call that still runs on it is over.
     * Harmless a second time, and after the interpreter's close, which has given it back. On a
     * thread that may not enter a sub-interpreter it is left to that one's owner.
     */
    public static void close(HandleSeam handle) {
        HandleRecord record = handle.bridge$record();
        if (record == null) {
            throw new StaleHandleException("Closing a Python object");
        }
        if (!record.close()) {
            return;
        }
        BoundInterpreter bound = bound(record);
        if (bound.manager().isOpen() && !bound.isForeign()) {
            bound.run(
                    "handle.close",
                    null,
                    on -> {
                        record.registry().release(record, on);
                        return null;
                    });
        } else {
            record.registry().releaseLater(record);
        }
    }

    /** The use ends within the operation, so that what it kept alive is given back at its end. */
    private static <R> R use(
            HandleSeam handle, String verb, String name, Function<NativeInterpreter, R> call) {
        if (handle.bridge$record() == null) {
            throw new StaleHandleException("Use of a Python object");
        }
        return bound(handle.bridge$record())
                .run(
                        verb,
                        name,
                        on -> {
                            HandleUse.begin(handle);
                            try {
                                return call.apply(on);
                            } finally {
                                HandleUse.end(handle);
                            }
                        });
    }

    /** Whose interpreters may serve this call: those of the running operation come first (R9). */
    static BoundInterpreter bound(HandleRecord record) {
        NativeInterpreter here = NativeInterpreter.current();
        BoundInterpreter running = here == null ? null : here.running();
        BoundInterpreter maker = record.registry().owner();
        if (maker == null) {
            return running != null ? running : PemjaRuntime.get().anyOpen();
        }
        boolean shared = running != null && !running.isolated() && !maker.isolated();
        return shared ? running : maker;
    }
}
