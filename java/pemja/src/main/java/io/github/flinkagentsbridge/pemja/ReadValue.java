package io.github.flinkagentsbridge.pemja;

/** Reads names and attributes of Python's in the form that fits Java (V1 to V4). */
final class ReadValue {

    private static final System.Logger LOG = System.getLogger(ReadValue.class.getName());
    private static final String VARIABLE = NativeInterpreter.VALUE_VARIABLE;

    private ReadValue() {}

    /** A variable of a namespace; null if there is none, as Pemja has it. */
    static Object ofName(NativeInterpreter on, int namespace, String name, Class<?> type) {
        if (type == Object.class) {
            return on.helper("fetch", namespace, name);
        }
        on.helper("lend", on.number(), namespace, name, VARIABLE);
        return lent(on, name, type);
    }

    /** An attribute of a Python object. */
    static Object ofAttribute(NativeInterpreter on, HandleSeam handle, String name, Class<?> type) {
        if (type == Object.class) {
            return on.helper("get_attribute", handle.bridge$argument(), name);
        }
        on.helper("lend_attribute", on.number(), handle.bridge$argument(), name, VARIABLE);
        return lent(on, name, type);
    }

    /** What lies in our own variable; Pemja answers null for what does not fit the type. */
    private static Object lent(NativeInterpreter on, String name, Class<?> type) {
        try {
            Object value = on.seam().bridge$get(VARIABLE, type);
            if (value == null) {
                forgetError(on);
                on.helper("require_none", on.number(), name, VARIABLE, type.getName());
            }
            return value;
        } finally {
            on.seam().bridge$set(VARIABLE, null);
        }
    }

    /** Has Pemja throw what it kept to itself, so that no later call is blamed for it (V1). */
    private static void forgetError(NativeInterpreter on) {
        try {
            on.forgetCallable();
        } catch (Throwable kept) {
            LOG.log(System.Logger.Level.DEBUG, "Pemja could not convert a value", kept);
        }
    }
}
