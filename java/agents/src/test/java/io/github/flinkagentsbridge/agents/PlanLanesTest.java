package io.github.flinkagentsbridge.agents;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.flinkagentsbridge.routing.InterpreterFactory;
import io.github.flinkagentsbridge.routing.ManagerOptions;
import io.github.flinkagentsbridge.routing.PythonInterpreterManager;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How the lane limit of an operator becomes known. */
class PlanLanesTest {

    @ParameterizedTest
    @CsvSource({
        "flink_runner_context.create_async_thread_pool, 7, 7",
        "flink_runner_context.create_async_thread_pool, 0, 3",
        "flink_runner_context.create_flink_runner_context, 7, 3"
    })
    @DisplayName("R8: num-async-threads of the plan is the lane limit, once Python is told of it")
    void takesLimitFromPool(String name, int threads, int limit) {
        ManagerOptions options = ManagerOptions.builder().name("m").laneLimit(3).build();
        try (PythonInterpreterManager<Object> manager =
                new PythonInterpreterManager<>(options, new NoInterpreters(), "primary")) {
            new PlanLanes().firstInvocation(manager, name, new Object[] {threads});
            assertThat(manager.statistics().laneLimit()).isEqualTo(limit);
            new PlanLanes().firstInvocation(manager, name, null);
            new PlanLanes().firstInvocation(manager, name, new Object[] {"x"});
            assertThat(manager.statistics().laneLimit()).isEqualTo(limit);
        }
    }

    @Test
    @DisplayName("R8: a limit that was chosen by option stays, whatever the plan says")
    void keepsWhatWasChosen() {
        ManagerOptions options = ManagerOptions.builder().name("m").laneLimit(3).build();
        PlanLanes.areChosen(true);
        try (PythonInterpreterManager<Object> manager =
                new PythonInterpreterManager<>(options, new NoInterpreters(), "primary")) {
            PlanLanes.limit(manager, 7);
            assertThat(manager.statistics().laneLimit()).isEqualTo(3);
        } finally {
            PlanLanes.areChosen(false);
        }
    }

    private static final class NoInterpreters implements InterpreterFactory<Object> {
        @Override
        public Object create() {
            throw new AssertionError("no lane is used here");
        }

        @Override
        public void prepare(Object interpreter) {}

        @Override
        public void close(Object interpreter) {}
    }
}
