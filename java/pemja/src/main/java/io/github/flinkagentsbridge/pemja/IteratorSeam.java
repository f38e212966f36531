package io.github.flinkagentsbridge.pemja;

/** What the weaver adds to Pemja's {@code PyIterator}, see {@link HandleSeam}. */
public interface IteratorSeam extends HandleSeam {

    boolean bridge$hasNext();

    Object bridge$next();

    /** Asks Python for the next element, as Pemja does. */
    Object bridge$advance(long threadState, long pointer);
}
