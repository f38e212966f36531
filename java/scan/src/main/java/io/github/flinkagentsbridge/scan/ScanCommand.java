package io.github.flinkagentsbridge.scan;

import io.github.flinkagentsbridge.pemja.Json;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.net.MalformedURLException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * {@code java -jar flink-agents-bridge-scan.jar STATE FOLDER JAR...}: prints what it finds as JSON
 * lines (see {@link Report}). STATE is a checkpoint or savepoint, FOLDER takes temporary files, the
 * JARs are those of Flink, Flink Agents, flink-python and the job.
 */
public final class ScanCommand {

    static final int UNREADABLE = 2;

    private ScanCommand() {}

    /** Exit code 0 if all was read, 2 if not; the last line tells which and why. */
    public static void main(String[] arguments) throws Exception {
        PrintStream lines =
                new PrintStream(
                        new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        // Flink's log goes to the console where nothing configures it.
        System.setOut(System.err);
        if (arguments.length < 3) {
            System.err.println("Usage: java -jar flink-agents-bridge-scan.jar STATE FOLDER JAR...");
            System.exit(UNREADABLE);
        }
        ScanLoader loader = new ScanLoader(jars(arguments));
        Thread.currentThread().setContextClassLoader(loader);
        boolean whole = run(loader, arguments[0], arguments[1], lines);
        lines.flush();
        // RocksDB and Flink leave threads.
        System.exit(whole ? 0 : UNREADABLE);
    }

    private static boolean run(ClassLoader loader, String state, String folder, PrintStream lines) {
        try {
            return (boolean)
                    Class.forName("io.github.flinkagentsbridge.scan.Scan", true, loader)
                            .getMethod("run", String.class, String.class, PrintStream.class)
                            .invoke(null, state, folder, lines);
        } catch (Throwable failure) { // a class of Flink's is missing or another one's
            failure.printStackTrace();
            String message = "Flink's classes cannot be used: " + UnreadableException.root(failure);
            lines.println(Json.text(Map.of("event", "error", "message", message + ".")));
            return false;
        }
    }

    private static List<URL> jars(String[] arguments)
            throws MalformedURLException, URISyntaxException {
        List<URL> jars = new ArrayList<>();
        jars.add(ScanCommand.class.getProtectionDomain().getCodeSource().getLocation());
        for (int index = 2; index < arguments.length; index++) {
            jars.add(Path.of(arguments[index]).toUri().toURL());
        }
        return jars;
    }
}
