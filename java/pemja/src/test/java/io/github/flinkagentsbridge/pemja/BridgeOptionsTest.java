package io.github.flinkagentsbridge.pemja;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.flinkagentsbridge.routing.InvalidOptionException;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullAndEmptySource;

import java.time.Duration;

/** The text behind {@code -javaagent:JAR=}. */
class BridgeOptionsTest {

    @ParameterizedTest
    @NullAndEmptySource
    @DisplayName("B13: without text the defaults of bridge.properties hold")
    void hasDefaults(String text) {
        BridgeOptions options = BridgeOptions.parse(text);
        assertThat(options.enabled()).isTrue();
        assertThat(options.strict()).isTrue();
        assertThat(options.memoryContract()).isTrue();
        assertThat(options.handlePlaces()).isFalse();
        assertThat(options.handleGc()).isEqualTo(100_000);
        assertThat(options.lanes()).isZero();
        assertThat(options.report()).isEmpty();
        assertThat(options.warnAfter()).isEqualTo(Duration.ofSeconds(30));
        assertThat(options.joinTimeout()).isEqualTo(Duration.ofSeconds(60));
        assertThat(options.closeDeadline()).isEqualTo(Duration.ofSeconds(60));
        assertThat(options.laneQueue()).isEqualTo(Integer.MAX_VALUE);
        assertThat(options.laneStackBytes()).isEqualTo(16 * 1024 * 1024);
    }

    @Test
    @DisplayName("B13: each option can be set")
    void readsEveryOption() {
        BridgeOptions options =
                BridgeOptions.parse(
                        "enabled=false, strict=false,memory-contract=false,lanes=3,report=/r.json,warn-after=5,"
                                + "join-timeout=7,close-deadline=8,lane-queue=9,lane-stack=0,guard-calls=false");
        assertThat(options.enabled()).isFalse();
        assertThat(options.strict()).isFalse();
        assertThat(options.memoryContract()).isFalse();
        assertThat(options.lanes()).isEqualTo(3);
        assertThat(options.report()).isEqualTo("/r.json");
        assertThat(options.warnAfter()).isEqualTo(Duration.ofSeconds(5));
        assertThat(options.joinTimeout()).isEqualTo(Duration.ofSeconds(7));
        assertThat(options.closeDeadline()).isEqualTo(Duration.ofSeconds(8));
        assertThat(options.laneQueue()).isEqualTo(9);
        assertThat(options.laneStackBytes()).isZero();
        assertThat(options.guardsCalls()).isFalse();
    }

    @Test
    @DisplayName("V9: big integers as ints need the guards, so they come with them")
    void integersNeedGuards() {
        assertThat(BridgeOptions.parse("big-integers=int").bigIntegersAsInts()).isTrue();
        BridgeOptions both = BridgeOptions.parse("big-integers=int,guard-calls=false");
        assertThat(both.guardsCalls()).isTrue();
        assertThat(BridgeOptions.parse("").bigIntegersAsInts()).isFalse();
    }

    @Test
    @DisplayName("B11: idle waiting is off, and Python is told where it is on")
    void waitsIdlyWhereAsked() {
        assertThat(BridgeOptions.parse("").idleWaiting()).isFalse();
        assertThat(BridgeOptions.parse("").patches()).doesNotContain("idle-waiting");
        assertThat(BridgeOptions.parse("idle-waiting=on").idleWaiting()).isTrue();
        assertThat(BridgeOptions.parse("idle-waiting=on").patches()).contains("idle-waiting");
    }

    @ParameterizedTest
    @CsvSource({
        "lanes=-1, 'a whole number, 0 or more'",
        "lanes=many, 'a whole number, 0 or more'",
        "close-deadline=0, 'a whole number, 1 or more'",
        "lane-queue=-1, 'a whole number, 0 or more'",
        "warn-after=0, 'a whole number, 1 or more'",
        "strict=maybe, true or false",
        "enabled=, true or false",
        "guard-calls=2, true or false",
        "big-integers=float, int or decimal",
        "idle-waiting=true, on or off",
        "lane=3, 'one of [big-integers, close-deadline'",
        "strict, 'one of [big-integers, close-deadline'"
    })
    @DisplayName("B13: a wrong option is refused with what to write")
    void refusesWrongOptions(String text, String wanted) {
        assertThatThrownBy(() -> BridgeOptions.parse(text))
                .isInstanceOf(InvalidOptionException.class)
                .hasMessageContaining(wanted);
    }
}
