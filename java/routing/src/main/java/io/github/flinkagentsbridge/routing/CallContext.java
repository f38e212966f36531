package io.github.flinkagentsbridge.routing;

/**
 * Something that the caller's thread carries, such as a logging context, and that a lane is to
 * carry while it runs the caller's operation (B12). Called with no lock held; what it throws is the
 * call's failure.
 */
public interface CallContext {
    /** By the caller: what it carries now; null if nothing. */
    Object capture();

    /**
     * By the lane: carries this from now on, or nothing when null.
     *
     * @param captured what {@link #capture()} or this method has returned
     * @return what it carried before, to be put back after the operation
     */
    Object install(Object captured);
}
