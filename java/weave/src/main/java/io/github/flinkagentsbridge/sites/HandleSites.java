package io.github.flinkagentsbridge.sites;

import io.github.flinkagentsbridge.pemja.HandleDispatch;

import pemja.core.object.PyObject;

/** Where redirected calls of {@code PyObject} arrive, see {@link InterpreterSites}. */
public final class HandleSites {

    private HandleSites() {}

    public static Object getAttr(Object self, String name) {
        return HandleDispatch.getAttr(of(self), name);
    }

    public static Object getAttr(Object self, String name, Class<?> type) {
        return HandleDispatch.getAttr(of(self), name, type);
    }

    public static void setAttr(Object self, String name, Object value) {
        HandleDispatch.setAttr(of(self), name, value);
    }

    public static Object invokeMethod(Object self, String name, Object[] arguments) {
        return HandleDispatch.invokeMethod(of(self), name, arguments);
    }

    public static void close(Object self) {
        of(self).close();
    }

    private static SiteHandle of(Object self) {
        return SiteHandles.of((PyObject) self);
    }
}
