package io.github.flinkagentsbridge.routing;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Locale;

/** What made a source thread, as far as it can be told. */
enum SourceKind {
    /** Attached by native code, which leaves the context class loader unset (hazard T4). */
    CPYTHON,
    JAVA,
    VIRTUAL;

    private static final MethodHandle IS_VIRTUAL = findIsVirtual();

    /** The key in {@link Statistics#laneCallsBySourceKind()}. */
    String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Calls an overridable method of the thread: never to be called under a lock (I1). */
    static SourceKind of(Thread thread) {
        if (isVirtual(thread)) {
            return VIRTUAL;
        }
        return thread.getContextClassLoader() == null ? CPYTHON : JAVA;
    }

    static boolean isVirtual(Thread thread) {
        try {
            return IS_VIRTUAL != null && (boolean) IS_VIRTUAL.invokeExact(thread);
        } catch (Throwable impossible) {
            throw new AssertionError(impossible);
        }
    }

    /** {@code Thread.isVirtual} came with Java 21; this is compiled for 11. */
    private static MethodHandle findIsVirtual() {
        MethodType type = MethodType.methodType(boolean.class);
        try {
            return MethodHandles.publicLookup().findVirtual(Thread.class, "isVirtual", type);
        } catch (NoSuchMethodException | IllegalAccessException olderJava) {
            return null;
        }
    }
}
