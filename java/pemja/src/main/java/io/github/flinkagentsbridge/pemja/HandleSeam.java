package io.github.flinkagentsbridge.pemja;

/**
 * What the weaver adds to Pemja's {@code PyObject}: its own methods under names that are not
 * routed. They enter the object with the calling thread's interpreter (B6), which they ask {@link
 * PemjaDispatch#threadState(HandleSeam)} for.
 */
public interface HandleSeam {

    /**
     * The interpreter in whose operation the handle was made; null if none was (CPython threads).
     */
    BoundInterpreter bridge$attachment();

    void bridge$attach(BoundInterpreter bound);

    /** The native interpreter of the thread that made the handle; 0 on a CPython-made thread. */
    long bridge$threadState();

    /** Whether a constructor made the handle, in this JVM; not so if a serialiser did. */
    boolean bridge$isBorn();

    void bridge$setBorn();

    Object bridge$getAttr(String name, Class<?> type);

    void bridge$setAttr(String name, Object value);

    Object bridge$invokeMethod(String name, Object[] arguments);

    void bridge$close() throws Exception;
}
