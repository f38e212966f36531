package io.github.flinkagentsbridge.pemja;

/**
 * The public methods of Pemja's {@code PyObject} and {@code PyIterator}, routed. A handle is
 * entered with the interpreter of the thread that calls, not of the one that made it (B6, H1): all
 * interpreters of the process share their objects, except sub-interpreters.
 */
public final class HandleDispatch {

    private HandleDispatch() {}

    /** Notes in whose operation a handle was made; the last thing its constructor does. */
    public static void born(HandleSeam handle) {
        handle.bridge$setBorn();
        NativeInterpreter here = NativeInterpreter.current();
        if (here != null) {
            handle.bridge$attach(here.running());
        }
    }

    /** The thread state to enter a handle with, on the thread that is about to do so. */
    public static long threadState(HandleSeam handle) {
        NativeInterpreter here = NativeInterpreter.current();
        return here == null ? handle.bridge$threadState() : here.seam().bridge$threadState();
    }

    public static Object getAttr(HandleSeam handle, String name) {
        return getAttr(handle, name, Object.class);
    }

    public static Object getAttr(HandleSeam handle, String name, Class<?> type) {
        return bound(handle).run(on -> handle.bridge$getAttr(name, type));
    }

    public static void setAttr(HandleSeam handle, String name, Object value) {
        bound(handle)
                .run(
                        on -> {
                            handle.bridge$setAttr(name, value);
                            return null;
                        });
    }

    public static Object invokeMethod(HandleSeam handle, String name, Object[] arguments) {
        return bound(handle).run(on -> handle.bridge$invokeMethod(name, arguments));
    }

    public static boolean hasNext(IteratorSeam handle) {
        return bound(handle).run(on -> handle.bridge$hasNext());
    }

    public static Object next(IteratorSeam handle) {
        return bound(handle).run(on -> handle.bridge$next());
    }

    /** Releases the handle's reference; after its manager's close there is nothing to do it on. */
    public static void close(HandleSeam handle) throws Exception {
        BoundInterpreter bound = bound(handle);
        if (bound.manager().isClosed()) {
            return;
        }
        bound.run(
                on -> {
                    release(handle);
                    return null;
                });
    }

    private static void release(HandleSeam handle) {
        try {
            handle.bridge$close();
        } catch (Exception failure) {
            throw HandleDispatch.<RuntimeException>asItIs(failure);
        }
    }

    @SuppressWarnings("unchecked")
    private static <X extends Throwable> X asItIs(Throwable failure) throws X {
        throw (X) failure;
    }

    /** Whose interpreters may serve this call: those of the running operation come first (R9). */
    private static BoundInterpreter bound(HandleSeam handle) {
        if (!handle.bridge$isBorn()) {
            throw new StaleHandleException("A call on a Python object");
        }
        NativeInterpreter here = NativeInterpreter.current();
        BoundInterpreter running = here == null ? null : here.running();
        BoundInterpreter maker = handle.bridge$attachment();
        if (maker == null) {
            return running != null ? running : PemjaRuntime.get().anyOpen();
        }
        boolean shared = running != null && !running.isolated() && !maker.isolated();
        return shared ? running : maker;
    }
}
