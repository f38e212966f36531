package io.github.flinkagentsbridge.agents;

import io.github.flinkagentsbridge.pemja.Marks;

/**
 * One runtime per JVM, whichever way it came: two would give one interpreter two managers, and one
 * OS thread two thread states (T9). Class loaders do not see each other, but all see the system
 * properties; the value is text, since libraries expect nothing else there.
 *
 * <p>Threads: any.
 */
public final class RuntimeClaim {

    private static final String PROPERTY = Marks.name("runtime");

    private RuntimeClaim() {}

    /**
     * Claims this JVM for one runtime; harmless again.
     *
     * @param jar where that runtime comes from
     * @param loader the class loader that has it, null for the boot class path
     * @throws SecondRuntimeException if another has claimed it
     */
    public static void take(String jar, ClassLoader loader) {
        String mine = jar + ", " + text(loader);
        Object holder = System.getProperties().putIfAbsent(PROPERTY, mine);
        if (holder != null && !holder.equals(mine)) {
            throw new SecondRuntimeException(jar, String.valueOf(holder));
        }
    }

    /** Tells two loaders of one jar apart. */
    private static String text(ClassLoader loader) {
        return loader == null
                ? "boot class path"
                : loader.getClass().getName()
                        + "@"
                        + Integer.toHexString(System.identityHashCode(loader));
    }
}
