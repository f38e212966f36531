package io.github.flinkagentsbridge.agents;

import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.ExecutionException;

/**
 * Operators of which an action has failed, until their tasks end. Flink Agents takes an action out
 * of state before it runs it, and throws its error by a later mail. A checkpoint that comes between
 * the two lacks the action: a job restored from it would never run it again (R23).
 *
 * <p>Up to 0.3.0 an {@code Error} that comes out of a step is not thrown at all, and its key waits
 * for ever; here it fails the task, as in 0.3.1.
 *
 * <p>Links to nothing but the JDK, since it travels in patched jars, too.
 *
 * <p>Threads: an operator's mailbox thread; the operators of a JVM share the map.
 */
public final class FailedActions {

    private static final Map<Object, Throwable> FAILURES =
            Collections.synchronizedMap(new WeakHashMap<>());

    private FailedActions() {}

    /**
     * Stands round {@code processActionTaskForKey}.
     *
     * @param body throws checked exceptions, too
     */
    public static void processActionTaskForKey(Object operator, Object key, Runnable body)
            throws Exception {
        try {
            body.run();
        } catch (Throwable failure) {
            FAILURES.putIfAbsent(operator, failure);
            if (failure instanceof Error) {
                throw new ExecutionException("An action of key " + key + " failed", failure);
            }
            throw failure;
        }
    }

    /** Comes first in {@code snapshotState}. */
    public static void beforeSnapshot(Object operator) {
        Throwable failure = FAILURES.get(operator);
        if (failure != null) {
            throw new IllegalStateException(
                    "No checkpoint of a task whose action has failed: it would lack the action."
                            + " See the cause; the job goes on from the checkpoint before",
                    failure);
        }
    }
}
