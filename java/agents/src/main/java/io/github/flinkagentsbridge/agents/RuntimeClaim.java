package io.github.flinkagentsbridge.agents;

/**
 * One runtime per JVM, whichever way it came: two would give one interpreter two managers, and one
 * OS thread two thread states (T9). Class loaders do not see each other, but all see the system
 * properties; the value is text, since libraries expect nothing else there.
 *
 * <p>Threads: any.
 */
final class RuntimeClaim {

    static final String PROPERTY = "flinkagentsbridge.runtime";

    private RuntimeClaim() {}

    /**
     * Claims this JVM for the runtime of the calling class's loader; harmless again.
     *
     * @param jar where that runtime came from
     * @throws SecondRuntimeException if another loader's runtime has claimed it
     */
    static void take(String jar) {
        String mine = jar + ", " + loader();
        Object holder = System.getProperties().putIfAbsent(PROPERTY, mine);
        if (holder != null && !holder.equals(mine)) {
            throw new SecondRuntimeException(jar, String.valueOf(holder));
        }
    }

    /** Tells two loaders of one jar apart. */
    private static String loader() {
        ClassLoader own = RuntimeClaim.class.getClassLoader();
        return own == null
                ? "boot class loader"
                : own.getClass().getName()
                        + "@"
                        + Integer.toHexString(System.identityHashCode(own));
    }
}
