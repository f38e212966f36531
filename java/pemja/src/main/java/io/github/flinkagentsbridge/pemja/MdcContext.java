package io.github.flinkagentsbridge.pemja;

import io.github.flinkagentsbridge.routing.CallContext;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Map;

/**
 * SLF4J's mapped diagnostic context, which Flink keeps its own logging context in too (B12). Found
 * where the application logs, since the bridge on the boot class path sees no SLF4J.
 */
final class MdcContext implements CallContext {

    private final MethodHandle copy;
    private final MethodHandle replace;
    private final MethodHandle clear;

    private MdcContext(Class<?> mdc) throws ReflectiveOperationException {
        MethodHandles.Lookup lookup = MethodHandles.publicLookup();
        MethodType getter = MethodType.methodType(Map.class);
        MethodType setter = MethodType.methodType(void.class, Map.class);
        copy = lookup.findStatic(mdc, "getCopyOfContextMap", getter);
        replace = lookup.findStatic(mdc, "setContextMap", setter);
        clear = lookup.findStatic(mdc, "clear", MethodType.methodType(void.class));
    }

    /** Null where neither loader knows SLF4J; then there is no such context. */
    static MdcContext find(ClassLoader... loaders) {
        for (ClassLoader loader : loaders) {
            try {
                return new MdcContext(Class.forName("org.slf4j.MDC", false, loader));
            } catch (ReflectiveOperationException | LinkageError notThere) {
                // the next one, then
            }
        }
        return null;
    }

    @Override
    public Object capture() {
        try {
            Map<?, ?> map = (Map<?, ?>) copy.invoke();
            return map == null || map.isEmpty() ? null : map;
        } catch (Throwable failure) {
            throw asItIs(failure);
        }
    }

    @Override
    public Object install(Object captured) {
        Object before = capture();
        try {
            if (captured != null) {
                replace.invoke((Map<?, ?>) captured);
            } else if (before != null) {
                clear.invoke();
            }
            return before;
        } catch (Throwable failure) {
            throw asItIs(failure);
        }
    }

    /** SLF4J's methods declare nothing that is checked. */
    private static RuntimeException asItIs(Throwable failure) {
        if (failure instanceof Error) {
            throw (Error) failure;
        }
        return (RuntimeException) failure;
    }
}
