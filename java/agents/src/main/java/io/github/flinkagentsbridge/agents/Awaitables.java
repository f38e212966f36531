package io.github.flinkagentsbridge.agents;

import io.github.flinkagentsbridge.pemja.HandleDispatch;
import io.github.flinkagentsbridge.pemja.HandleSeam;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;

/**
 * The awaitables of one operator's actions that have not ended, each under the name that Flink
 * Agents would have given a Python variable. What is left when the operator closes goes with its
 * other handles.
 *
 * <p>Threads: confined to the mailbox thread.
 */
public final class Awaitables {

    private final Map<String, Object> waiting = new HashMap<>();

    private Awaitables() {}

    /** Stands for {@code interpreter.set(name, awaitable)}. */
    public static void keep(
            Object interpreter, String name, Object awaitable, AwaitableHolder holder) {
        if (holder.bridge$awaitables() == null) {
            holder.bridge$attach(new Awaitables());
        }
        holder.bridge$awaitables().waiting.put(name, awaitable);
    }

    /** Stands for {@code interpreter.get(name)}. */
    public static Object find(Object interpreter, String name, AwaitableHolder holder) {
        Awaitables kept = holder.bridge$awaitables();
        return kept == null ? null : kept.waiting.get(name);
    }

    /** Stands round one step of an awaitable: one that has ended or failed is let go of. */
    public static Object step(AwaitableHolder holder, String name, Callable<?> body)
            throws Exception {
        boolean waits = false;
        try {
            Object ended = body.call();
            waits = Boolean.FALSE.equals(ended);
            return ended;
        } finally {
            if (!waits) {
                drop(holder.bridge$awaitables(), name);
            }
        }
    }

    private static void drop(Awaitables kept, String name) {
        Object awaitable = kept == null ? null : kept.waiting.remove(name);
        if (awaitable instanceof HandleSeam) {
            HandleDispatch.close((HandleSeam) awaitable);
        }
    }
}
