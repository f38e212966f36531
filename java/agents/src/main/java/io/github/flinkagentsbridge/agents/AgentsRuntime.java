package io.github.flinkagentsbridge.agents;

import io.github.flinkagentsbridge.pemja.BridgeOptions;
import io.github.flinkagentsbridge.pemja.PemjaRuntime;

/** Starts the bridge of a JVM with what Flink Agents adds to it. */
public final class AgentsRuntime {

    private AgentsRuntime() {}

    /**
     * Called once for each copy of this class: through reflection by the agent, or by a patched
     * jar.
     *
     * @param optionText the agent's option text
     * @param jar the agent jar or the patched one, which carries the Python side
     * @throws SecondRuntimeException if another copy has been started in this JVM
     */
    public static void start(String optionText, String jar) {
        BridgeOptions options = BridgeOptions.parse(optionText);
        RuntimeClaim.take(jar, AgentsRuntime.class.getClassLoader());
        CloseBudget.configure(options.closeDeadline());
        AsyncPools.tellEnds(options.idleWaiting());
        PlanLanes.areChosen(options.lanes() > 0);
        OneResource.waitFor(options.warnAfter());
        if (options.metrics()) {
            FlinkMetrics.from(jar);
        }
        PlanLanes lanes = new PlanLanes();
        PemjaRuntime.start(
                options,
                jar,
                (manager, name, arguments) -> {
                    OperatorScope.note(manager);
                    lanes.firstInvocation(manager, name, arguments);
                });
    }
}
