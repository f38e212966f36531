package io.github.flinkagentsbridge.agents;

import io.github.flinkagentsbridge.pemja.InvocationListener;
import io.github.flinkagentsbridge.routing.PythonInterpreterManager;

/**
 * Learns {@code num-async-threads} of the agent plan (R8) where every release says it: the operator
 * tells Python how many threads its pool shall have, before any other thread calls. A limit that
 * was chosen for the JVM, by the option {@code lanes}, stays.
 */
public final class PlanLanes implements InvocationListener {

    private static final String MAKES_POOL = "flink_runner_context.create_async_thread_pool";

    private static volatile boolean chosen;

    /** Says whether the option {@code lanes} has a number. */
    static void areChosen(boolean byOption) {
        chosen = byOption;
    }

    /** Has a manager's limit be what its plan says; nothing where the plan has no threads. */
    static void limit(PythonInterpreterManager<?> manager, int threads) {
        if (threads > 0 && !chosen) {
            manager.setLaneLimit(threads);
        }
    }

    @Override
    public void firstInvocation(
            PythonInterpreterManager<?> manager, String name, Object[] arguments) {
        if (name.equals(MAKES_POOL)
                && arguments != null
                && arguments.length == 1
                && arguments[0] instanceof Integer) {
            limit(manager, (Integer) arguments[0]);
        }
    }
}
