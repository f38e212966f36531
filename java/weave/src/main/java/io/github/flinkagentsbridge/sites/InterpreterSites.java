package io.github.flinkagentsbridge.sites;

import io.github.flinkagentsbridge.patched.PatchedStart;
import io.github.flinkagentsbridge.pemja.InterpreterSeam;
import io.github.flinkagentsbridge.pemja.PemjaDispatch;

import pemja.core.PythonInterpreter;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Where redirected calls of {@code PythonInterpreter} arrive, each under the name of its method.
 * Types are those of the JDK, since the caller's loader knows no other that we know.
 */
public final class InterpreterSites {

    /** Made by redirected calls, and not closed; an interpreter equals itself only. */
    private static final Map<Object, SiteInterpreter> OPEN = new ConcurrentHashMap<>();

    private InterpreterSites() {}

    /** Stands for the constructor. */
    public static Object make(Object config) {
        PythonInterpreter raw = RawPemja.withoutState();
        SiteInterpreter beside = new SiteInterpreter(raw);
        PatchedStart.construct(beside, config);
        OPEN.put(raw, beside);
        return raw;
    }

    public static void set(Object self, String name, Object value) {
        PemjaDispatch.set(seam(self), name, value);
    }

    public static Object get(Object self, String name) {
        return PemjaDispatch.get(seam(self), name);
    }

    public static Object get(Object self, String name, Class<?> type) {
        return PemjaDispatch.get(seam(self), name, type);
    }

    public static Object invoke(Object self, String name, Object[] arguments) {
        return PemjaDispatch.invoke(seam(self), name, arguments);
    }

    public static Object invoke(Object self, String name, Map<String, Object> keywords) {
        return PemjaDispatch.invoke(seam(self), name, keywords);
    }

    public static Object invoke(
            Object self, String name, Object[] arguments, Map<String, Object> keywords) {
        return PemjaDispatch.invoke(seam(self), name, arguments, keywords);
    }

    public static Object invokeMethod(
            Object self, String object, String method, Object[] arguments) {
        return PemjaDispatch.invokeMethod(seam(self), object, method, arguments);
    }

    public static void exec(Object self, String source) {
        PemjaDispatch.exec(seam(self), source);
    }

    /** Harmless a second time. */
    public static void close(Object self) {
        SiteInterpreter beside = OPEN.get(self);
        if (beside != null) {
            PemjaDispatch.close(beside);
            OPEN.remove(self);
        }
    }

    private static InterpreterSeam seam(Object self) {
        SiteInterpreter beside = OPEN.get(self);
        if (beside == null) {
            throw new IllegalStateException(
                    "flink-agents-bridge: this interpreter is closed, or was made by code that is"
                            + " not patched. Patch the jar that makes it, or flink-python itself.");
        }
        return beside;
    }
}
