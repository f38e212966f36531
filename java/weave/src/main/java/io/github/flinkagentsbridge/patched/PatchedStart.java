package io.github.flinkagentsbridge.patched;

import io.github.flinkagentsbridge.agents.AgentsRuntime;
import io.github.flinkagentsbridge.pemja.BridgeOptions;
import io.github.flinkagentsbridge.pemja.InterpreterSeam;
import io.github.flinkagentsbridge.pemja.PemjaDispatch;
import io.github.flinkagentsbridge.routing.BridgeException;
import io.github.flinkagentsbridge.routing.InvalidOptionException;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Path;
import java.security.CodeSource;

/**
 * Starts the bridge where no agent does: the constructor of a {@code PythonInterpreter} in a
 * patched jar comes here. The runtime lies in that jar, so the loader of Pemja has it.
 *
 * <p>Threads: any; guarded by the class. Nothing but our own start runs under the lock.
 */
public final class PatchedStart {

    /** Written by {@code patch --options}; beside this class, in the jar that holds Pemja. */
    public static final String OPTIONS_FILE = "options.txt";

    static final String PROPERTY = "flinkagentsbridge.options";
    static final String VARIABLE = "FLINK_AGENTS_BRIDGE_OPTIONS";

    private static final String NOT_TO_BE_SWITCHED_OFF =
            "true where the jar is patched ('flink-agents-bridge patch --restore' takes it back)";

    private static final String NOT_WITHOUT_AGENT =
            "off where the jar is patched, since only the agent changes Flink Agents' operator";

    private static boolean done;

    private PatchedStart() {}

    /** Stands where Pemja's constructor started the native interpreter. */
    public static void construct(InterpreterSeam self, Object config) {
        ensure();
        PemjaDispatch.construct(self, config);
    }

    private static synchronized void ensure() {
        // On the boot class path it is the agent that has put us there, and started the bridge.
        if (!done && PatchedStart.class.getClassLoader() != null) {
            String text = optionText();
            BridgeOptions options = BridgeOptions.parse(text);
            if (!options.enabled()) {
                throw new InvalidOptionException("enabled", "false", NOT_TO_BE_SWITCHED_OFF);
            }
            if (options.idleWaiting()) {
                throw new InvalidOptionException("idle-waiting", "on", NOT_WITHOUT_AGENT);
            }
            AgentsRuntime.start(text, ownJar());
        }
        done = true;
    }

    /** The JVM's own word comes before its environment's, and that before the jar's. */
    private static String optionText() {
        String text = System.getProperty(PROPERTY, System.getenv(VARIABLE));
        if (text != null) {
            return text;
        }
        try (InputStream baked = PatchedStart.class.getResourceAsStream(OPTIONS_FILE)) {
            return new String(baked.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static String ownJar() {
        CodeSource source = PatchedStart.class.getProtectionDomain().getCodeSource();
        try {
            return Path.of(source.getLocation().toURI()).toRealPath().toString();
        } catch (IOException
                | URISyntaxException
                | IllegalArgumentException
                | FileSystemNotFoundException noFile) {
            throw new BridgeException(
                    "Starting the bridge from " + source.getLocation(),
                    Thread.currentThread().getName(),
                    "none",
                    "not a file",
                    "CPython imports its side from the patched jar, so put that jar on the class"
                            + " path as a file, not inside of another jar.",
                    noFile);
        }
    }
}
