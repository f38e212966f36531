package io.github.flinkagentsbridge.pemja;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Asks a Python executable about itself, in a short process of its own, as Pemja does to find its
 * native side: with the JVM's environment and working directory.
 */
final class PythonQuestion {

    private static final String SCRIPT = "/python/flink_agents_bridge/embedded/startup.py";
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** By these CPython finds its library inside the JVM. */
    private static final List<String> FINDS_LIBRARY = List.of("PATH", "PYTHONHOME", "PYTHONPATH");

    private PythonQuestion() {}

    /**
     * Waits for the answer, within a bound. A Python that does not start is an error, since Pemja
     * would fail on it too; one that gives no answer is a warning.
     *
     * @param javaSide the versions that Pemja's classes can be
     */
    static PythonFacts ask(String executable, List<String> javaSide) {
        return ask(executable, javaSide, PATIENCE);
    }

    static PythonFacts ask(String executable, List<String> javaSide, Duration patience) {
        Process process;
        try {
            process = start(executable, javaSide);
        } catch (IOException failure) {
            return PythonFacts.error(
                    executable,
                    new Finding(
                            executable + " cannot be run (" + failure.getMessage() + ")",
                            "name a Python that is on this machine (python.executable)"));
        }
        try {
            if (!process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                return unanswered(
                        executable, "it did not end within " + patience.toSeconds() + " s");
            }
            byte[] output = process.getInputStream().readAllBytes();
            return answer(executable, new String(output, StandardCharsets.UTF_8));
        } catch (IOException failure) {
            return unanswered(executable, failure.toString());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return unanswered(executable, "the asking thread was interrupted");
        } finally {
            process.destroyForcibly();
        }
    }

    private static Process start(String executable, List<String> javaSide) throws IOException {
        Map<String, String> environment = new LinkedHashMap<>(System.getenv());
        environment.keySet().retainAll(FINDS_LIBRARY);
        Map<String, Object> question = new LinkedHashMap<>();
        question.put("environment", environment);
        question.put("java_side", javaSide);
        question.put("releases", PemjaRelease.facts());
        return new ProcessBuilder(executable, "-c", script(), Json.text(question))
                .redirectErrorStream(true)
                .start();
    }

    private static String script() throws IOException {
        try (InputStream file = PythonQuestion.class.getResourceAsStream(SCRIPT)) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static PythonFacts answer(String executable, String output) {
        PythonFacts told = PythonFacts.of(executable, output);
        if (told.known()) {
            return told;
        }
        String reason =
                output.lines()
                        .filter(line -> line.contains("Error: "))
                        .reduce((earlier, later) -> later)
                        .orElse("it printed nothing of use");
        // A script that failed says nothing about Pemja; without the script, Python did not start.
        return output.contains("Traceback ")
                ? unanswered(executable, reason)
                : PythonFacts.error(executable, notStarting(executable, reason));
    }

    private static Finding notStarting(String executable, String reason) {
        String home = System.getenv("PYTHONHOME");
        return new Finding(
                executable + " does not start (" + reason + ")",
                home == null
                        ? "name a Python that works in the environment of this JVM"
                        : "start the JVM without PYTHONHOME, which is " + home);
    }

    private static PythonFacts unanswered(String executable, String reason) {
        return PythonFacts.warning(
                executable,
                new Finding(
                        executable + " could not be asked about itself (" + reason + ")",
                        "run 'flink-agents-bridge doctor --python " + executable + "'"));
    }
}
