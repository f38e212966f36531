package io.github.flinkagentsbridge.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Duration;

class ManagerOptionsTest {
    @RegisterExtension final Oracle oracle = new Oracle();

    @ParameterizedTest
    @ValueSource(ints = {0, -1, Integer.MIN_VALUE})
    @DisplayName("R16: a lane limit that is not positive is refused with the remedy")
    void refusesLaneLimitBelowOne(int lanes) {
        assertThatThrownBy(() -> ManagerOptions.builder().laneLimit(lanes))
                .isInstanceOf(InvalidOptionException.class)
                .hasMessage(
                        "Setting option 'laneLimit' on thread '%s' failed (owner: 'none', state:"
                                + " laneLimit = %s). Give a number of at least 1.",
                        Thread.currentThread().getName(), lanes);
    }

    @Test
    @DisplayName("R16: a lane limit that is set later is checked in the same way")
    void refusesLaneLimitBelowOneLater() {
        try (var manager = oracle.manager(oracle.factory())) {
            assertThatThrownBy(() -> manager.setLaneLimit(0))
                    .isInstanceOfSatisfying(
                            InvalidOptionException.class,
                            e -> assertThat(e.option()).isEqualTo("laneLimit"));
            assertThat(manager.statistics().laneLimit()).isEqualTo(2);
        }
    }

    @Test
    @DisplayName("R16: a blank name and durations that are not positive are refused")
    void refusesOtherBadOptions() {
        ManagerOptions.Builder builder = ManagerOptions.builder();
        assertThatThrownBy(() -> builder.name(" "))
                .hasMessageEndingWith("name =  ). Give a text that is not blank.");
        assertThatThrownBy(() -> builder.name(null)).isInstanceOf(InvalidOptionException.class);
        assertThatThrownBy(() -> builder.warnAfter(Duration.ZERO))
                .hasMessageEndingWith("warnAfter = PT0S). Give a duration above zero.");
        assertThatThrownBy(() -> builder.joinTimeout(Duration.ofSeconds(-1)))
                .hasMessageEndingWith("joinTimeout = PT-1S). Give a duration above zero.");
        assertThatThrownBy(() -> builder.joinTimeout(null))
                .isInstanceOf(InvalidOptionException.class);
    }

    @Test
    @DisplayName("R8: options that are not given have the documented defaults")
    void hasDefaults() {
        ManagerOptions options = ManagerOptions.builder().build();
        assertThat(options.name()).isEqualTo("python");
        assertThat(options.laneLimit()).isEqualTo(1);
        assertThat(options.warnAfter()).isEqualTo(Duration.ofSeconds(30));
        assertThat(options.joinTimeout()).isEqualTo(Duration.ofSeconds(60));
    }

    @Test
    @DisplayName("R11: a join timeout too long for nanoseconds waits, and does not overflow")
    void acceptsDurationsBeyondNanoseconds() throws Exception {
        FakeFactory factory = oracle.factory();
        Duration ages = Duration.ofDays(1_000_000);
        try (var manager =
                oracle.manager(factory, options -> options.joinTimeout(ages).warnAfter(ages))) {
            Runner.runToEnd("source", () -> manager.withInterpreter(FakeInterpreter::thread));
        }
        assertThat(factory.made).hasSize(2);
    }
}
