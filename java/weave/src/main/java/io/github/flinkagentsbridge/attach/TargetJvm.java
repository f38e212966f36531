package io.github.flinkagentsbridge.attach;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;

import java.io.Closeable;
import java.io.IOException;

/** Another JVM of this machine. Loaded only where Java can attach to others. */
final class TargetJvm implements Closeable {

    private final VirtualMachine jvm;
    private final String pid;

    private TargetJvm(VirtualMachine jvm, String pid) {
        this.jvm = jvm;
        this.pid = pid;
    }

    /**
     * @throws IOException with a sentence for people, as from {@link #load}
     */
    static TargetJvm attach(String pid) throws IOException {
        try {
            return new TargetJvm(VirtualMachine.attach(pid), pid);
        } catch (AttachNotSupportedException | IOException refused) {
            throw new IOException(
                    "Cannot attach to process "
                            + pid
                            + " ("
                            + refused.getMessage()
                            + "). It must be a JVM of this machine and container that runs as the"
                            + " same user, without -XX:+DisableAttachMechanism.",
                    refused);
        }
    }

    /** Returns when the agent has done its work. */
    void load(String jar, String order) throws IOException {
        try {
            jvm.loadAgent(jar, order);
        } catch (AgentLoadException | AgentInitializationException | IOException refused) {
            throw new IOException(
                    "Process "
                            + pid
                            + " does not answer ("
                            + refused.getMessage()
                            + "). It must live, and allow agents to be loaded:"
                            + " -XX:-EnableDynamicAgentLoading forbids that. Its own output may say"
                            + " more.",
                    refused);
        }
    }

    @Override
    public void close() throws IOException {
        jvm.detach();
    }
}
