package io.github.flinkagentsbridge.agents;

import io.github.flinkagentsbridge.pemja.InvocationListener;
import io.github.flinkagentsbridge.routing.PythonInterpreterManager;

/**
 * Learns {@code num-async-threads} of the agent plan (R8) where every release says it: the operator
 * tells Python how many threads its pool shall have, before any other thread calls.
 */
public final class PlanLanes implements InvocationListener {

    private static final String MAKES_POOL = "flink_runner_context.create_async_thread_pool";

    @Override
    public void firstInvocation(
            PythonInterpreterManager<?> manager, String name, Object[] arguments) {
        if (name.equals(MAKES_POOL)
                && arguments != null
                && arguments.length == 1
                && arguments[0] instanceof Integer
                && (Integer) arguments[0] > 0) {
            manager.setLaneLimit((Integer) arguments[0]);
        }
    }
}
