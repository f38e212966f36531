package io.github.flinkagentsbridge.agents;

import io.github.flinkagentsbridge.routing.BridgeException;

/** A second copy of the bridge wanted to start in one JVM. */
public class SecondRuntimeException extends BridgeException {
    private static final long serialVersionUID = 1L;

    SecondRuntimeException(String jar, String holder) {
        super(
                "Starting the bridge from " + jar,
                Thread.currentThread().getName(),
                holder,
                "a bridge runs in this JVM",
                "Keep one way only: the agent, or one patched jar with Pemja that one class loader"
                        + " has; take the others back with 'flink-agents-bridge patch --restore'.");
    }
}
