package io.github.flinkagentsbridge.agents;

import io.github.flinkagentsbridge.pemja.BridgeOptions;
import io.github.flinkagentsbridge.pemja.PemjaRuntime;

/** Starts the bridge of a JVM with what Flink Agents adds to it. */
public final class AgentsRuntime {

    private AgentsRuntime() {}

    /**
     * Called once, through reflection, by the weaver.
     *
     * @param optionText the agent's option text, known to be right
     * @param jar the agent jar, which carries the Python side
     */
    public static void start(String optionText, String jar) {
        BridgeOptions options = BridgeOptions.parse(optionText);
        AsyncPools.closeWithin(options.closeDeadline());
        OneResource.waitFor(options.warnAfter());
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
