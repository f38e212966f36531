package io.github.flinkagentsbridge.agents;

import io.github.flinkagentsbridge.routing.PythonInterpreterManager;

import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;

/**
 * What belongs to the operator that is being opened: its interpreter's manager, once there is one.
 * Chained operators open one after the other on one thread, and some of them have no Python, so the
 * thread alone does not tell whose a pool is (R26).
 *
 * <p>Threads: set on the opening thread for as long as {@code open()} runs there.
 */
public final class OperatorScope {

    private static final ThreadLocal<OperatorScope> CURRENT = new ThreadLocal<>();

    /** Of operators that are open. */
    private static final Map<Object, PythonInterpreterManager<?>> MANAGERS =
            Collections.synchronizedMap(new WeakHashMap<>());

    private PythonInterpreterManager<?> manager;

    private OperatorScope() {}

    /** Stands round the body of the operator's {@code open()}. */
    public static void open(Object operator, Runnable body) {
        OperatorScope outer = CURRENT.get();
        OperatorScope scope = new OperatorScope();
        CURRENT.set(scope);
        try {
            body.run();
        } finally {
            restore(outer);
            // After a failure, too: the operator is closed then, and its manager with it (R17).
            if (scope.manager != null) {
                MANAGERS.put(operator, scope.manager);
            }
        }
        if (scope.manager != null) {
            FlinkMetrics.register(operator, scope.manager);
        }
    }

    private static void restore(OperatorScope outer) {
        if (outer == null) {
            CURRENT.remove();
        } else {
            CURRENT.set(outer);
        }
    }

    /** Notes a manager in use; the operator's own is the one that this thread has made. */
    static void note(PythonInterpreterManager<?> used) {
        OperatorScope scope = CURRENT.get();
        if (scope != null && used.isOwner()) {
            scope.manager = used;
        }
    }

    /** The manager of the operator that is being opened; null where none is, or has no Python. */
    static PythonInterpreterManager<?> manager() {
        OperatorScope scope = CURRENT.get();
        return scope == null ? null : scope.manager;
    }

    /** The manager of an operator that is about to close; null if it has none. */
    static PythonInterpreterManager<?> forget(Object operator) {
        return MANAGERS.remove(operator);
    }
}
