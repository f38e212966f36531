package io.github.flinkagentsbridge.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** How long an action's awaitable is kept. */
class AwaitablesTest {

    private final AwaitableHolder holder = new Holder();

    @Test
    @DisplayName("B5, H3: kept while the action waits, let go of when it has ended")
    void keepsWhileWaiting() throws Exception {
        assertThat(Awaitables.find(null, "a", holder)).isNull();
        Awaitables.keep(null, "a", "awaitable", holder);
        assertThat(Awaitables.step(holder, "a", () -> false)).isEqualTo(false);
        assertThat(Awaitables.find(null, "a", holder)).isEqualTo("awaitable");
        assertThat(Awaitables.step(holder, "a", () -> true)).isEqualTo(true);
        assertThat(Awaitables.find(null, "a", holder)).isNull();
    }

    @Test
    @DisplayName("B5, R14: let go of when a step fails; the failure comes through as it is")
    void dropsFailed() {
        Exception failure = new Exception("of the action");
        Awaitables.keep(null, "a", "awaitable", holder);
        assertThatThrownBy(
                        () ->
                                Awaitables.step(
                                        holder,
                                        "a",
                                        () -> {
                                            throw failure;
                                        }))
                .isSameAs(failure);
        assertThat(Awaitables.find(null, "a", holder)).isNull();
    }

    private static final class Holder implements AwaitableHolder {
        private Awaitables awaitables;

        @Override
        public Awaitables bridge$awaitables() {
            return awaitables;
        }

        @Override
        public void bridge$attach(Awaitables attached) {
            awaitables = attached;
        }
    }
}
