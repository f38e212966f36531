package io.github.flinkagentsbridge.patched;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * The guard's methods as Pemja's class loader has them; null where Pemja is neither patched nor
 * woven by the agent. Looked up once, when memory is first used: Pemja is there by then.
 */
final class GuardLink {

    private static final System.Logger LOG = System.getLogger(GuardLink.class.getName());
    private static final String HANDLE = "pemja.core.object.PyObject";
    private static final String SEAM = "io.github.flinkagentsbridge.pemja.HandleSeam";
    private static final String GUARD = "io.github.flinkagentsbridge.agents.MemoryGuard";

    static final MethodHandle STORE;
    static final MethodHandle READ;

    static {
        Class<?> guard = find();
        MethodType store =
                MethodType.methodType(void.class, String.class, String.class, Object.class);
        MethodType read = MethodType.methodType(Object.class, Object.class, String.class);
        STORE = link(guard, "beforeStore", store);
        READ = link(guard, "afterRead", read);
    }

    private GuardLink() {}

    private static Class<?> find() {
        Class<?> handle = load(HANDLE, GuardLink.class.getClassLoader());
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
