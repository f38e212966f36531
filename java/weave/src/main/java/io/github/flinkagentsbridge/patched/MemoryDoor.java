package io.github.flinkagentsbridge.patched;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Map;

/**
 * Stands beside a patched {@code MemoryObjectImpl}, in its jar, and leads to the guard that belongs
 * to Pemja's own class loader (B9): only that one knows a Python object when it sees one. Links to
 * no other class of the bridge, since its loader may not have any. Where Pemja is neither patched
 * nor woven by the agent there is no guard.
 *
 * <p>Threads: any. The guard is looked up once, when memory is first used: Pemja is there by then.
 */
public final class MemoryDoor {

    private static final System.Logger LOG = System.getLogger(MemoryDoor.class.getName());
    private static final String HANDLE = "pemja.core.object.PyObject";
    private static final String SEAM = "io.github.flinkagentsbridge.pemja.HandleSeam";
    private static final String GUARD = "io.github.flinkagentsbridge.agents.MemoryGuard";

    private static final MethodHandle STORE;
    private static final MethodHandle READ;

    static {
        Class<?> guard = find();
        MethodType store =
                MethodType.methodType(void.class, String.class, String.class, Object.class);
        MethodType read = MethodType.methodType(Object.class, Object.class, String.class);
        STORE = link(guard, "beforeStore", store);
        READ = link(guard, "afterRead", read);
    }

    private MemoryDoor() {}

    /** See {@code MemoryGuard.beforeStore}. */
    public static void beforeStore(String prefix, String path, Object value) throws Throwable {
        if (STORE != null) {
            STORE.invokeExact(prefix, path, value);
        }
    }

    /** See {@code MemoryGuard.afterRead}. */
    public static Object afterRead(Object value, String path) throws Throwable {
        return READ == null ? value : (Object) READ.invokeExact(value, path);
    }

    /** See {@code MemoryGuard.afterReadFields}. */
    public static Map<?, ?> afterReadFields(Map<?, ?> fields, String path) throws Throwable {
        afterRead(fields, path);
        return fields;
    }

    private static Class<?> find() {
        Class<?> handle = load(HANDLE, MemoryDoor.class.getClassLoader());
        if (handle == null) {
            return null;
        }
        Class<?> seam = load(SEAM, handle.getClassLoader());
        if (seam != null && seam.isAssignableFrom(handle)) {
            return load(GUARD, handle.getClassLoader());
        }
        LOG.log(
                System.Logger.Level.WARNING,
                "Flink Agents' memory is not guarded against Python objects: this JVM's Pemja is"
                        + " not patched. Patch its flink-python jar too.");
        return null;
    }

    private static Class<?> load(String name, ClassLoader loader) {
        try {
            return Class.forName(name, false, loader);
        } catch (ClassNotFoundException absent) {
            return null;
        }
    }

    private static MethodHandle link(Class<?> guard, String name, MethodType type) {
        try {
            return guard == null
                    ? null
                    : MethodHandles.publicLookup().findStatic(guard, name, type);
        } catch (ReflectiveOperationException skew) {
            throw new IllegalStateException(
                    "The jars of this JVM were patched by different versions of"
                            + " flink-agents-bridge: patch all with one.",
                    skew);
        }
    }
}
