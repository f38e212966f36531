package io.github.flinkagentsbridge.scan;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.runtime.state.OperatorBackendSerializationProxy;
import org.apache.flink.runtime.state.OperatorStateBackend;
import org.apache.flink.runtime.state.OperatorStateHandle;
import org.apache.flink.runtime.state.OperatorStreamStateHandle;
import org.apache.flink.runtime.state.memory.ByteStreamStateHandle;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** What Flink's environment outside of a job costs, and what stays of it. */
class FlinkTest {

    private static OperatorStateHandle part() throws IOException {
        DataOutputSerializer written = new DataOutputSerializer(64);
        new OperatorBackendSerializationProxy(List.of(), List.of(), false).write(written);
        return new OperatorStreamStateHandle(
                Map.of(), new ByteStreamStateHandle("part", written.getCopyOfBuffer()));
    }

    private static long threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("IOManager"))
                .count();
    }

    @Test
    @DisplayName("B9: all parts of state share one environment, of which nothing stays")
    void sharesOneEnvironment(@TempDir Path folder) throws Exception {
        try (Flink flink = new Flink(folder.toString())) {
            long ofOne = threads();
            assertThat(ofOne).isPositive();
            for (int number = 0; number < 3; number++) {
                try (OperatorStateBackend backend = flink.restore(part())) {
                    backend.dispose();
                }
            }
            assertThat(threads()).isEqualTo(ofOne);
            assertThat(folder).isDirectoryContaining(each -> true);
        }
        assertThat(threads()).isZero();
        assertThat(folder).isEmptyDirectory();
    }
}
