package io.github.flinkagentsbridge.patched;

import java.util.Map;

/**
 * Stands beside a patched {@code MemoryObjectImpl}, in its jar, and leads to the guard that belongs
 * to Pemja's own class loader (B9): only that one knows a Python object when it sees one. Links to
 * no other class of the bridge, since its loader may not have any.
 *
 * <p>Threads: any.
 */
public final class MemoryDoor {

    private MemoryDoor() {}

    /** See {@code MemoryGuard.beforeStore}. */
    public static void beforeStore(String prefix, String path, Object value) throws Throwable {
        if (GuardLink.STORE != null) {
            GuardLink.STORE.invokeExact(prefix, path, value);
        }
    }

    /** See {@code MemoryGuard.afterRead}. */
    public static Object afterRead(Object value, String path) throws Throwable {
        return GuardLink.READ == null ? value : (Object) GuardLink.READ.invokeExact(value, path);
    }

    /** See {@code MemoryGuard.afterReadFields}. */
    public static Map<?, ?> afterReadFields(Map<?, ?> fields, String path) throws Throwable {
        afterRead(fields, path);
        return fields;
    }
}
