package io.github.flinkagentsbridge.pemja;

/** What the weaver adds to Pemja's {@code PyIterator}, see {@link HandleSeam}. */
public interface IteratorSeam extends HandleSeam {

    boolean bridge$hasNext();

    Object bridge$next();
}
