package io.github.flinkagentsbridge.pemja;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What is kept of a Python that was asked, and what is not. */
@Timeout(60)
class StartupCheckTest {

    @TempDir private Path folder;

    @Test
    @DisplayName("B13: what was cut short is asked again, and a failed start is no first start")
    void keepsNothingOfFailures() throws IOException {
        Path program = folder.resolve("python");
        Files.writeString(program, "#!/bin/sh\necho 'flink-agents-bridge fact python=3.99'\n");
        assertThat(program.toFile().setExecutable(true)).isTrue();
        Path report = folder.resolve("report");
        StartupCheck check =
                new StartupCheck(BridgeOptions.parse(""), new EventReport(report.toString()));

        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> check.around(Object.class, program.toString(), this::failing))
                .hasMessage("on purpose");
        assertThat(Thread.interrupted()).isTrue();
        assertThat(report).doesNotExist();

        assertThat(check.around(Object.class, program.toString(), () -> "made")).isEqualTo("made");
        assertThat(report).content().contains("\"python\":\"3.99\"").hasLineCount(1);
    }

    private String failing() {
        throw new IllegalStateException("on purpose");
    }
}
