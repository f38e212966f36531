package io.github.flinkagentsbridge.scan;

/** Counts the objects of Pemja's that a serialiser has made. Threads: the scanning one. */
public final class Sightings {

    private static long count;

    private Sightings() {}

    /** Called by each stand-in's constructor. */
    public static void note() {
        count++;
    }

    static long count() {
        return count;
    }
}
