package io.github.flinkagentsbridge.pemja;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.flinkagentsbridge.routing.BridgeException;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

/** What the runtime asks of Pemja, in which order and on which thread, with fakes for Pemja. */
class PemjaRuntimeTest {

    @BeforeEach
    void startRuntime() {
        PemjaRuntime.start(BridgeOptions.parse("lanes=1"), "agent.jar", (m, n, a) -> {});
    }

    @Test
    @DisplayName(
            "T9: two primaries on one thread share one native interpreter; the last one ends it")
    void sharesOneThreadState() {
        SelfTestTest.FakePython first = make(new FakeConfig("MULTI_THREAD"));
        SelfTestTest.FakePython second = make(new FakeConfig("MULTI_THREAD"));
        assertThat(first.asked).contains("initialize");
        assertThat(second.asked).doesNotContain("initialize");
        assertThat(second.invoke("f", new Object[] {1})).asString().matches("__b\\d+\\.1");
        PemjaDispatch.close(first);
        assertThat(first.asked).doesNotContain("close");
        second.invoke("g", new Object[] {1});
        PemjaDispatch.close(second);
        assertThat(first.asked).contains("close");
        assertThat(second.asked).isEmpty();
        assertThat(NativeInterpreter.current()).isNull();
    }

    @Test
    @DisplayName("R13: an interpreter is prepared before its first use")
    void preparesBeforeUse() {
        SelfTestTest.FakePython primary = make(new FakeConfig("MULTI_THREAD"));
        assertThat(primary.asked.subList(0, 4))
                .containsExactly("initialize", "exec", "exec", "exec");
        PemjaDispatch.close(primary);
    }

    @Test
    @DisplayName("N2: without guards the cached callable is dropped after exec and set")
    void looksNamesUpAnew() {
        PemjaRuntime.start(
                BridgeOptions.parse("lanes=1,guard-calls=false"), "agent.jar", (m, n, a) -> {});
        SelfTestTest.FakePython primary = make(new FakeConfig("MULTI_THREAD"));
        primary.invoke("f", new Object[] {1});
        primary.asked.clear();
        primary.invoke("f", new Object[] {1});
        assertThat(primary.asked).hasSize(1);
        PemjaDispatch.set(primary, "f", 3);
        primary.asked.clear();
        primary.invoke("f", new Object[] {1});
        assertThat(primary.asked.get(0)).isEqualTo("__bridge__.forget_callable");
        PemjaDispatch.close(primary);
    }

    @Test
    @DisplayName("N2: guards look names up by themselves, so set costs the next call nothing")
    void guardsLookNamesUp() {
        SelfTestTest.FakePython primary = make(new FakeConfig("MULTI_THREAD"));
        primary.invoke("m.f", new Object[] {1});
        PemjaDispatch.set(primary, "m", 3);
        primary.asked.clear();
        primary.invoke("m.f", new Object[] {1});
        assertThat(primary.asked).hasSize(1);
        assertThat(primary.asked.get(0)).matches("__b\\d+\\.1");
        PemjaDispatch.close(primary);
    }

    @Test
    @DisplayName(
            "R16: a close from another thread leaves the native state to the owner's; closing twice is harmless")
    void closesFromElsewhere() throws Exception {
        SelfTestTest.FakePython primary = make(new FakeConfig("MULTI_THREAD"));
        onForeignThread(() -> PemjaDispatch.close(primary));
        assertThat(primary.asked).doesNotContain("close");
        assertThatThrownBy(() -> PemjaDispatch.exec(primary, "pass"))
                .isInstanceOf(BridgeException.class);
        PemjaDispatch.close(primary);
        PemjaDispatch.close(primary);
        assertThat(primary.asked).containsOnlyOnce("close");
        assertThat(NativeInterpreter.current()).isNull();
    }

    @Test
    @DisplayName("R6: a sub-interpreter is its owner's alone")
    void refusesForeignCallsOnSubInterpreter() {
        SelfTestTest.FakePython primary = make(new FakeConfig("SUB_INTERPRETER"));
        assertThat(primary.invoke("f", new Object[] {1})).asString().matches("__b\\d+\\.1");
        assertThatThrownBy(() -> onForeignThread(() -> primary.invoke("f", new Object[] {1})))
                .hasRootCauseInstanceOf(SubInterpreterException.class)
                .hasMessageContaining("on thread 'foreign'")
                .hasMessageContaining("MULTI_THREAD");
        PemjaDispatch.close(primary);
        assertThat(primary.asked).contains("close");
    }

    @Test
    @DisplayName("B13: asking for a manager in a JVM without the agent says which flag is missing")
    void saysThatTheAgentIsMissing() {
        assertThatThrownBy(() -> Bridge.managerOf("an unwoven interpreter"))
                .isInstanceOf(BridgeException.class)
                .hasMessageContaining("-javaagent:");
    }

    private static SelfTestTest.FakePython make(FakeConfig config) {
        SelfTestTest.FakePython python = new SelfTestTest.FakePython(true);
        PemjaDispatch.construct(python, config);
        return python;
    }

    private static void onForeignThread(Runnable action) throws Exception {
        FutureTask<Object> task = new FutureTask<>(action, null);
        Thread thread = new Thread(task, "foreign");
        thread.start();
        thread.join(TimeUnit.SECONDS.toMillis(30));
        task.get(1, TimeUnit.SECONDS);
    }

    /** Has the getters that the runtime reads from Pemja's configuration. */
    public static final class FakeConfig {
        private final ExecType type;

        FakeConfig(String type) {
            this.type = ExecType.valueOf(type);
        }

        public ExecType getExecType() {
            return type;
        }

        public String getPythonExec() {
            return null;
        }

        public String[] getPaths() {
            return new String[] {"/a/path"};
        }

        /** Pemja's names for the two modes. */
        public enum ExecType {
            MULTI_THREAD,
            SUB_INTERPRETER
        }
    }
}
