package io.github.flinkagentsbridge.routing;

/** Looks at what Python's threads are at, so that waits within Python can be seen (B3). */
@FunctionalInterface
public interface PythonFrames {
    /**
     * Samples all Python threads of the process at one moment. Called on a thread made for it, with
     * no lock held, when something has waited long; may block as long as it must.
     */
    PythonSample sample() throws Exception;
}
