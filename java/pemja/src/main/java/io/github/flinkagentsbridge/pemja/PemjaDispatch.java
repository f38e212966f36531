package io.github.flinkagentsbridge.pemja;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;

/**
 * Where Pemja's front door leads: the body of each public method of {@code PythonInterpreter} is a
 * call to the method of the same name here (R24). There is one copy per JVM, on the boot class
 * path.
 */
public final class PemjaDispatch {

    private PemjaDispatch() {}

    /** Stands where Pemja's constructor started the native interpreter. */
    public static void construct(InterpreterSeam self, Object config) {
        PemjaRuntime.get().construct(self, config);
    }

    /**
     * Routes an {@code invoke} with positional arguments; the hottest path, so written out for the
     * two that run inline.
     */
    public static Object invoke(InterpreterSeam self, String name, Object[] arguments) {
        BoundInterpreter bound = bound(self);
        if (!HandedOver.isPlain(arguments)) {
            return call(bound, name, arguments, null);
        }
        if (bound.manager().isOwner()) {
            return asOwner(bound, name, arguments);
        }
        NativeInterpreter own = bound.isForeign() ? null : bound.manager().enterWorker();
        return own == null
                ? call(bound, name, arguments, null)
                : asWorker(bound, own, name, arguments);
    }

    private static Object asOwner(BoundInterpreter bound, String name, Object[] arguments) {
        NativeInterpreter primary = bound.manager().enterOwner();
        try {
            return invokeInline(bound, primary, name, arguments);
        } finally {
            bound.manager().exitOwner();
        }
    }

    private static Object asWorker(
            BoundInterpreter bound, NativeInterpreter own, String name, Object[] arguments) {
        try {
            return invokeInline(bound, own, name, arguments);
        } finally {
            bound.manager().exitWorker();
        }
    }

    /** Only a nested call may have come with the interpreter's lock (T5). */
    private static Object invokeInline(
            BoundInterpreter bound, NativeInterpreter on, String name, Object[] arguments) {
        if (!on.isInside()) {
            return invokeOn(bound, on, name, arguments);
        }
        Gil gil = Gil.get();
        long released = gil.letGo();
        try {
            return invokeOn(bound, on, name, arguments);
        } finally {
            gil.takeBack(released);
        }
    }

    private static Object invokeOn(
            BoundInterpreter bound, NativeInterpreter on, String name, Object[] arguments) {
        BoundInterpreter previous = on.enter(bound);
        Observed seen = null;
        try {
            seen = bound.isObserved() ? Observed.begin(bound, name, previous != null) : null;
            return bound.names().invoke(on, name, arguments, null);
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

    public static Object invoke(InterpreterSeam self, String name, Map<String, Object> keywords) {
        return invoke(self, name, null, keywords);
    }

    public static Object invoke(
            InterpreterSeam self, String name, Object[] arguments, Map<String, Object> keywords) {
        return call(bound(self), name, arguments, keywords);
    }

    private static Object call(
            BoundInterpreter bound, String name, Object[] arguments, Map<String, Object> keywords) {
        SharedObjects.check(bound, arguments);
        SharedObjects.check(bound, keywords);
        if (keywords == null && HandedOver.isPlain(arguments)) {
            return bound.run("invoke", name, on -> bound.names().invoke(on, name, arguments, null));
        }
        return HandedOver.call(
                arguments,
                positional ->
                        HandedOver.call(
                                keywords,
                                named ->
                                        bound.run(
                                                "invoke",
                                                name,
                                                on ->
                                                        bound.names()
                                                                .invoke(
                                                                        on,
                                                                        name,
                                                                        positional,
                                                                        named))));
    }

    /** A method of a named object is a dotted name. */
    public static Object invokeMethod(
            InterpreterSeam self, String object, String method, Object[] arguments) {
        return invoke(self, object + "." + method, arguments);
    }

    public static void set(InterpreterSeam self, String name, Object value) {
        BoundInterpreter bound = bound(self);
        SharedObjects.check(bound, value);
        HandedOver.call(
                value,
                safe ->
                        bound.run(
                                "set",
                                name,
                                on -> {
                                    bound.names().set(on, name, safe);
                                    return null;
                                }));
    }

    public static Object get(InterpreterSeam self, String name) {
        return get(self, name, Object.class);
    }

    /**
     * @throws NullPointerException without a class, which ends the JVM inside of Pemja
     */
    public static Object get(InterpreterSeam self, String name, Class<?> type) {
        Objects.requireNonNull(type, "the class to read '" + name + "' as");
        BoundInterpreter bound = bound(self);
        return bound.run("get", name, on -> bound.names().get(on, name, type));
    }

    public static void exec(InterpreterSeam self, String source) {
        Objects.requireNonNull(source, "the code to run");
        BoundInterpreter bound = bound(self);
        bound.run(
                "exec",
                null,
                on -> {
                    bound.names().exec(on, source);
                    return null;
                });
    }

    /** Closes the manager, and with it every interpreter on its own thread (R11, R12). */
    public static void close(InterpreterSeam self) {
        BoundInterpreter bound = self.bridge$attachment();
        if (bound != null) {
            PemjaRuntime.get().close(bound);
        }
    }

    /** {@link #close(InterpreterSeam)} for a closer with a deadline of its own (B4). */
    public static void close(InterpreterSeam self, Duration left) {
        BoundInterpreter bound = self.bridge$attachment();
        if (bound != null) {
            bound.manager().closeWithin(left);
        }
        close(self);
    }

    private static BoundInterpreter bound(InterpreterSeam self) {
        BoundInterpreter bound = self.bridge$attachment();
        if (bound == null) {
            throw new InterpreterNotStartedException();
        }
        return bound;
    }
}
