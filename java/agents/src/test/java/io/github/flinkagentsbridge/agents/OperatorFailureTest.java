package io.github.flinkagentsbridge.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.flinkagentsbridge.routing.PythonInterpreterManager;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.util.concurrent.atomic.AtomicInteger;

/** What stays of an operator whose opening or metric group fails. */
class OperatorFailureTest {

    private final AtomicInteger asked = new AtomicInteger();

    @AfterEach
    void asBefore() {
        FlinkMetrics.from(null);
    }

    /** An operator as the metrics see it. */
    public final class WithoutGroup {
        public Object getMetricGroup() {
            asked.incrementAndGet();
            return null; // what comes next is a NullPointerException
        }
    }

    @Test
    @DisplayName(
            "B10, R26: metrics that cannot be registered neither fail the opening nor outlast it")
    void metricsStopNothing() {
        FlinkMetrics.from("agent.jar");
        WithoutGroup operator = new WithoutGroup();
        try (PythonInterpreterManager<Object> manager = Managers.named("m")) {
            OperatorScope.open(operator, () -> OperatorScope.note(manager));
            assertThat(asked).hasValue(1);
            assertThat(OperatorScope.manager()).as("of no operator any more").isNull();
            assertThat(OperatorScope.forget(operator)).isSameAs(manager);
        }
    }

    @Test
    @DisplayName(
            "B10, R17: an opening that failed registers nothing, but the close knows what is left")
    void failedOpening() {
        FlinkMetrics.from("agent.jar");
        WithoutGroup operator = new WithoutGroup();
        try (PythonInterpreterManager<Object> manager = Managers.named("m")) {
            assertThatThrownBy(
                            () ->
                                    OperatorScope.open(
                                            operator,
                                            () -> {
                                                OperatorScope.note(manager);
                                                throw new IllegalStateException("no open");
                                            }))
                    .hasMessage("no open");
            assertThat(asked).hasValue(0);
            assertThat(OperatorScope.manager()).isNull();
            assertThat(OperatorScope.forget(operator)).isSameAs(manager);
        }
    }
}
