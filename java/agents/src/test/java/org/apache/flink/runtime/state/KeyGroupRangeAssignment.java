package org.apache.flink.runtime.state;

/** Stands for Flink's own, which is found by its name. */
public final class KeyGroupRangeAssignment {

    private KeyGroupRangeAssignment() {}

    /** Numbers go round. */
    public static int assignKeyToParallelOperator(Object key, int maxParallelism, int parallelism) {
        return (int) key % maxParallelism % parallelism;
    }
}
