package io.github.flinkagentsbridge.pemja;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Programs that answer, or not, in Python's place. */
@Timeout(60)
class PythonQuestionTest {

    @TempDir private Path folder;

    @Test
    @DisplayName("B13: facts and findings are read, whatever else is printed")
    void readsAnswers() throws IOException {
        PythonFacts told =
                answer(
                        "echo a greeting",
                        "echo 'flink-agents-bridge fact libpython=/a=b/libpython.so'",
                        "printf 'flink-agents-bridge error so\\tdo\\n'",
                        "printf 'flink-agents-bridge warning thus\\tmake\\n'");
        assertThat(told.get("libpython")).isEqualTo("/a=b/libpython.so");
        assertThat(told.errors()).hasToString("[so: do.]");
        assertThat(told.warnings()).hasToString("[thus: make.]");
    }

    @Test
    @DisplayName("B13, B4: a Python that does not end is given up, which stops no job")
    void givesUp() throws IOException {
        PythonFacts told = answer(Duration.ofMillis(50), "exec sleep 600");
        assertThat(told.known()).isFalse();
        assertThat(told.errors()).isEmpty();
        assertThat(told.warnings()).asString().contains("did not end", "doctor --python");
        assertNoneIsLeft();
    }

    @Test
    @DisplayName("B13: a script that fails says nothing about Pemja, so it stops no job")
    void survivesFailures() throws IOException {
        PythonFacts told =
                answer("echo 'Traceback (most recent'", "echo 'OSError: full'", "exit 1");
        assertThat(told.errors()).isEmpty();
        assertThat(told.warnings()).asString().contains("OSError: full");
    }

    @Test
    @DisplayName("B13, R15: an interrupt ends the wait, and the status stays set")
    void staysInterrupted() throws IOException {
        Thread.currentThread().interrupt();
        PythonFacts told = answer("exec sleep 600");
        assertThat(Thread.interrupted()).isTrue();
        assertThat(told.warnings()).asString().contains("interrupted");
        assertNoneIsLeft();
    }

    private PythonFacts answer(String... lines) throws IOException {
        return answer(Duration.ofSeconds(30), lines);
    }

    private PythonFacts answer(Duration patience, String... lines) throws IOException {
        Path program = folder.resolve("python");
        Files.writeString(program, "#!/bin/sh\n" + String.join("\n", lines) + "\n");
        assertThat(program.toFile().setExecutable(true)).isTrue();
        return PythonQuestion.ask(program.toString(), List.of(), patience);
    }

    /** What was killed may take a moment. */
    private static void assertNoneIsLeft() {
        ProcessHandle.current()
                .children()
                .forEach(child -> child.onExit().orTimeout(10, TimeUnit.SECONDS).join());
    }
}
