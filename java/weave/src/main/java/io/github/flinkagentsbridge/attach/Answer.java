package io.github.flinkagentsbridge.attach;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.InvocationTargetException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;

/**
 * Loaded into a running JVM to tell what its bridge is at: {@code loadAgent(jar, "dump=FILE")} or
 * {@code "statistics=FILE"}. Nothing listens for it beforehand, and nothing of it stays but this
 * class. The file must be there, so that it belongs to who asks. Links to no other class of ours:
 * the runtime of that JVM may be on its boot class path, beside Pemja in some class loader, of
 * another version, or not there.
 *
 * <p>A dump is text. Statistics are one JSON object; durations are in nanoseconds, threads are told
 * by name:
 *
 * <pre>
 * {"format": 1, "pid": 4711, "time": "2026-01-31T12:00:00Z",
 *  "reason": null,           or a sentence that says why "runtime" is null
 *  "runtime": {
 *    "version": "0.1.0",
 *    "managers": [{
 *      "name": "operator (1/2)#0", "state": "OPEN" | "CLOSING" | "CLOSED",
 *      "owner": "thread", "ownerDepth": 0, "closer": null | "thread",
 *      "lanes": [{"thread": "…-lane-1", "interpreter": "bound", "sourceThreads": 1,
 *                 "running": null | {"call": "module.f", "caller": "thread", "forNanos": 1},
 *                 "queued": [{"call": …, "caller": …, "forNanos": …}]}],
 *      "workers": [{"thread": "…-worker-1", "interpreter": "inside"}],
 *      "waits": [{"from": "thread", "to": "thread"}],
 *      "statistics": {"ownerCalls": 1, …},              each name of routing.Metric
 *      "timings": {"queueWaitNanos": {"count": 1, "p50": 1, "p95": 1, "p99": 1, "max": 1}, …}}],
 *    "longWaits": ["sentence"]}}
 * </pre>
 *
 * {@code interpreter} is one of empty, making, bound (between operations), inside, closing, ended,
 * left.
 */
public final class Answer {

    private static final String OURS = "io.github.flinkagentsbridge.pemja.";
    private static final String RUNTIME = OURS + "PemjaRuntime";
    private static final String REPORT = OURS + "RuntimeReport";

    static final String ABSENT =
            "flink-agents-bridge is not at work in this JVM: it has met no Pemja so far, or runs"
                    + " without the agent and the patched jars";

    private Answer() {}

    /**
     * Called by the JVM in answer to {@code VirtualMachine.loadAgent}.
     *
     * @throws IllegalArgumentException if it is not told what to write and where
     * @throws IOException if the file cannot be written, or is not there
     */
    public static void agentmain(String order, Instrumentation instrumentation) throws IOException {
        int equals = order == null ? -1 : order.indexOf('=');
        String what = equals < 0 ? "" : order.substring(0, equals);
        if (!what.equals("dump") && !what.equals("statistics")) {
            throw new IllegalArgumentException("dump=FILE or statistics=FILE is wanted: " + order);
        }
        String told = ask(instrumentation, what);
        String text = what.equals("dump") ? dump(told) : statistics(told);
        try (OutputStream file =
                Files.newOutputStream(
                        Path.of(order.substring(equals + 1)),
                        StandardOpenOption.WRITE,
                        StandardOpenOption.TRUNCATE_EXISTING)) {
            file.write(text.getBytes(StandardCharsets.UTF_8));
        }
    }

    private static String dump(String told) {
        return (told == null ? ABSENT : told) + "\n";
    }

    private static String statistics(String told) {
        return String.format(
                "{\"format\":1,\"pid\":%d,\"time\":\"%s\",\"reason\":%s,\"runtime\":%s}%n",
                ProcessHandle.current().pid(),
                Instant.now(),
                told == null ? '"' + ABSENT + '"' : null,
                told);
    }

    /** Null if no copy of the runtime has been started here. */
    private static String ask(Instrumentation instrumentation, String what) {
        for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
            if (loaded.getName().equals(RUNTIME)) {
                String told = ask(loaded.getClassLoader(), what);
                if (told != null) {
                    return told;
                }
            }
        }
        return null;
    }

    /** One copy, which need not be the one that was started. */
    private static String ask(ClassLoader loader, String what) {
        try {
            return (String) Class.forName(REPORT, true, loader).getMethod(what).invoke(null);
        } catch (ClassNotFoundException | NoSuchMethodException another) {
            return null; // a version without an answer
        } catch (InvocationTargetException failure) {
            throw new IllegalStateException("the bridge does not answer", failure.getCause());
        } catch (IllegalAccessException impossible) {
            throw new AssertionError(impossible);
        }
    }
}
