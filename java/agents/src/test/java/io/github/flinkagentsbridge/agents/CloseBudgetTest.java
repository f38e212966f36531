package io.github.flinkagentsbridge.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

class CloseBudgetTest {

    @AfterEach
    void asBefore() {
        CloseBudget.configure(Duration.ofSeconds(60));
    }

    @Test
    @DisplayName("B4, D7: a step of an operator's close has what the steps before it have left")
    void stepsShareOneDeadline() throws Exception {
        Duration whole = Duration.ofSeconds(1);
        CloseBudget.configure(whole);
        CountDownLatch never = new CountDownLatch(1);
        ExecutorService stuck = Executors.newSingleThreadExecutor();
        stuck.submit(() -> never.await(60, TimeUnit.SECONDS));
        Duration[] left = new Duration[2];
        OperatorClose.close(
                "operator",
                () -> {
                    left[0] = CloseBudget.left();
                    AsyncPools.gracefulShutdown(180, TimeUnit.SECONDS, stuck); // takes a third
                    left[1] = CloseBudget.left();
                });
        assertThat(left[0]).isPositive().isLessThanOrEqualTo(whole);
        assertThat(left[1]).isLessThan(Duration.ofMillis(700));
        assertThat(stuck.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    @DisplayName("B4: nothing is left for ever, and the next operator has a deadline of its own")
    void endsWithTheClose() {
        CloseBudget.configure(Duration.ofNanos(1));
        Runnable asks = () -> assertThat(CloseBudget.leftSeconds()).isZero();
        OperatorClose.close("operator", asks);
        CloseBudget.configure(Duration.ofSeconds(7));
        assertThat(CloseBudget.leftSeconds()).isEqualTo(7.0);
        assertThatThrownBy(
                        () ->
                                CloseBudget.spend(
                                        () -> {
                                            throw new IllegalStateException("fails");
                                        }))
                .isInstanceOf(IllegalStateException.class);
        assertThat(CloseBudget.left()).isEqualTo(Duration.ofSeconds(7));
    }
}
