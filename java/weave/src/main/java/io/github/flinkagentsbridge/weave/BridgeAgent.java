package io.github.flinkagentsbridge.weave;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.InvocationTargetException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The agent's entry. It and its loader are the only classes of ours that the application's class
 * loader ever defines: the weaver lives in a loader of its own, the runtime on the boot class path
 * once Pemja is met.
 */
public final class BridgeAgent {

    private static final int WRONG_OPTIONS = 2;
    private static final AtomicBoolean STARTED = new AtomicBoolean();

    private BridgeAgent() {}

    /**
     * Called by the JVM before the application's main method; a second agent flag does nothing.
     *
     * @param options the text behind {@code -javaagent:JAR=}; a wrong one ends the JVM with a
     *     sentence that says what to write
     */
    public static void premain(String options, Instrumentation instrumentation) throws Exception {
        if (!STARTED.compareAndSet(false, true)) {
            return;
        }
        Path jar = ownJar();
        // Stays open as long as the JVM: classes are loaded from it when Pemja is met.
        ClassLoader own = new WeaverLoader(jar.toUri().toURL());
        try {
            Class.forName("io.github.flinkagentsbridge.weave.Installer", true, own)
                    .getMethod("install", String.class, String.class, Instrumentation.class)
                    .invoke(null, options, jar.toString(), instrumentation);
        } catch (InvocationTargetException refusal) {
            // Thrown, it would make the JVM abort as if it had crashed.
            System.err.println("flink-agents-bridge: " + refusal.getCause().getMessage());
            System.exit(WRONG_OPTIONS);
        }
    }

    private static Path ownJar() throws IOException, URISyntaxException {
        return Path.of(
                        BridgeAgent.class
                                .getProtectionDomain()
                                .getCodeSource()
                                .getLocation()
                                .toURI())
                .toRealPath();
    }
}
