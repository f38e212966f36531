package io.github.flinkagentsbridge.pemja;

import java.util.List;

/** The flags that this JVM needs and was not given. */
final class JvmFlags {

    private static final int ASKS_FOR_NATIVE_ACCESS = 22;

    private JvmFlags() {}

    static List<Finding> findings() {
        if (Runtime.version().feature() < ASKS_FOR_NATIVE_ACCESS || hasNativeAccess()) {
            return List.of();
        }
        return List.of(
                new Finding(
                        "JDK "
                                + Runtime.version().feature()
                                + " warns of native calls, by which Pemja and the bridge reach"
                                + " CPython, and a later one will refuse them",
                        "start the JVM with --enable-native-access=ALL-UNNAMED"));
    }

    /** By name, since this is compiled for Java 11. */
    private static boolean hasNativeAccess() {
        try {
            Object module = JvmFlags.class.getModule();
            return (boolean) Module.class.getMethod("isNativeAccessEnabled").invoke(module);
        } catch (ReflectiveOperationException unknown) {
            return true;
        }
    }
}
