package io.github.flinkagentsbridge.scan;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** How a scan ends that fails in a way of which nobody has thought. */
class ScanTest {

    @Test
    @DisplayName("B9: whatever is thrown, the last line is an error event")
    void endsWithAnError() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream lines = new PrintStream(out, true, StandardCharsets.UTF_8);
        assertThat(Scan.run("state", null, lines)).isFalse();
        assertThat(out.toString(StandardCharsets.UTF_8))
                .startsWith(
                        "{\"event\":\"error\",\"message\":\"state cannot be read: java.lang.Nu");
    }

    @Test
    @DisplayName("B9: errors of the JVM say what was read, and what to do")
    void saysWhatToDo() {
        assertThat(UnreadableException.of("The state", new OutOfMemoryError("of a test")))
                .hasMessage(
                        "The state cannot be read: java.lang.OutOfMemoryError: of a test;"
                                + " give the JVM more heap with JAVA_TOOL_OPTIONS=-Xmx….");
    }
}
