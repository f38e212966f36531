package io.github.flinkagentsbridge.agents;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.util.concurrent.ExecutionException;

/** What becomes of a checkpoint that comes between an action's error and the end of its task. */
class FailedActionsTest {

    private final Object operator = new Object();

    private void fail(Throwable failure) throws Exception {
        FailedActions.processActionTaskForKey(
                operator,
                "k",
                () -> {
                    throw FailedActionsTest.<RuntimeException>unchecked(failure);
                });
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> T unchecked(Throwable failure) throws T {
        throw (T) failure;
    }

    @Test
    @DisplayName("R23: an action's own exception is thrown on, and no checkpoint follows it")
    void refusesTheNextCheckpoint() {
        Exception failure = new Exception("of the action");
        assertThatThrownBy(() -> fail(failure)).isSameAs(failure);
        assertThatThrownBy(() -> FailedActions.beforeSnapshot(operator))
                .hasMessageContaining("lack the action")
                .hasCause(failure);
    }

    @Test
    @DisplayName("R23: an Error fails the task as an exception that Flink Agents looks at")
    void failsForAnError() {
        Error failure = new AssertionError("of the action");
        assertThatThrownBy(() -> fail(failure))
                .isInstanceOf(ExecutionException.class)
                .hasMessageContaining("key k")
                .hasCause(failure);
    }

    @Test
    @DisplayName("R23: other operators, and one whose actions end well, have their checkpoints")
    void leavesOthersAlone() throws Exception {
        Object other = new Object();
        assertThatThrownBy(() -> fail(new Exception())).isNotNull();
        FailedActions.processActionTaskForKey(other, "k", () -> {});
        assertThatCode(() -> FailedActions.beforeSnapshot(other)).doesNotThrowAnyException();
    }
}
