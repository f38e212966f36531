package io.github.flinkagentsbridge.pemja;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.flinkagentsbridge.telemetry.BrokenRecording;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.util.concurrent.Callable;

/** What a recording that fails does to the calls that it looks at, with fakes for Pemja. */
class ObservedTest {

    private SelfTestTest.FakePython python;

    /** The test's own thread is the owner. */
    private NativeInterpreter primary() {
        PemjaRuntime.start(BridgeOptions.parse("lanes=1"), "agent.jar", (m, n, a) -> {});
        python = new SelfTestTest.FakePython(true);
        PemjaDispatch.construct(python, new PemjaRuntimeTest.FakeConfig("MULTI_THREAD"));
        return bound(() -> null);
    }

    /** Runs an operation of its own, by the way that is not the hottest. */
    private NativeInterpreter bound(Callable<Object> body) {
        return python.bridge$attachment()
                .run(
                        "asking",
                        null,
                        on -> {
                            try {
                                body.call();
                            } catch (Exception failure) {
                                throw new IllegalStateException(failure);
                            }
                            return on;
                        });
    }

    @Test
    @DisplayName("B10, I13: a recording that fails takes no call's result, and no call fails of it")
    void resultsStand() {
        NativeInterpreter primary = primary();
        Object expected = python.invoke("any", new Object[0]);
        RuntimeException failure = new IllegalStateException("no recording");
        Runnable calls =
                () -> {
                    assertThat(python.invoke("any", new Object[0])).isEqualTo(expected);
                    assertThat(bound(() -> null)).isSameAs(primary);
                };
        BrokenRecording.atBegin(failure, calls);
        BrokenRecording.atEnd(new StackOverflowError(), calls);
        assertThat(primary.isInside()).as("nothing runs here any more").isFalse();
        PemjaDispatch.close(python);
    }

    @Test
    @DisplayName("B10, I13: whatever is thrown where a call begins, the interpreter is left again")
    void interpreterIsLeft() {
        NativeInterpreter primary = primary();
        StackOverflowError error = new StackOverflowError();
        BrokenRecording.atBegin(
                error,
                () -> {
                    assertThatThrownBy(() -> python.invoke("any", new Object[0])).isSameAs(error);
                    assertThat(primary.isInside()).as("after an invoke").isFalse();
                    assertThatThrownBy(() -> bound(() -> null)).isSameAs(error);
                    assertThat(primary.isInside()).as("after another operation").isFalse();
                });
        PemjaDispatch.close(python);
    }
}
