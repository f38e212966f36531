package io.github.flinkagentsbridge.pemja;

/**
 * What the weaver adds to Pemja's {@code PyObject}: its own methods under names that are not
 * routed. They enter the object with the calling thread's interpreter (B6), which they ask {@link
 * HandleDispatch#threadState(HandleSeam)} for.
 */
public interface HandleSeam {

    /** What is known of the handle since its constructor ran; null if a serialiser made it. */
    HandleRecord bridge$record();

    void bridge$attach(HandleRecord record);

    /** The native interpreter of the thread that made the handle; 0 on a CPython-made thread. */
    long bridge$threadState();

    /** Address of the Python object. */
    long bridge$pointer();

    /** What stands for the Python object as an argument of a Python call. */
    default Object bridge$argument() {
        return this;
    }

    /** Makes an object of the same class that owns no reference and is not registered. */
    HandleSeam bridge$bare();

    /** Gives one reference of any object back, entering Python with that thread state. */
    void bridge$decRef(long threadState, long pointer);
}
