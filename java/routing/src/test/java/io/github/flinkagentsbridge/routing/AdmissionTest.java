package io.github.flinkagentsbridge.routing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

class AdmissionTest {
    private final Admission admission = new Admission();

    @Test
    @DisplayName("R11: OPEN to CLOSING to CLOSED; tickets are given in OPEN only, and kept")
    void passesThroughItsStates() {
        assertThat(admission.tryEnter()).isTrue();
        assertThat(admission.beginClosing()).isTrue();
        assertThat(admission.beginClosing()).as("one closer").isFalse();
        assertThat(admission.closer()).isSameAs(Thread.currentThread());
        assertThat(admission.tryEnter()).isFalse();
        assertThat(admission.state()).isEqualTo(Admission.State.CLOSING);
        assertThat(admission.isIdle()).isFalse();
        admission.exit();
        assertThat(admission.isIdle()).isTrue();
        admission.finishClosing();
        assertThat(admission.tryEnter()).isFalse();
        assertThat(admission.beginClosing()).isFalse();
        assertThat(admission.state()).isEqualTo(Admission.State.CLOSED);
        assertThat(admission.isOpen()).isFalse();
    }

    @Test
    @DisplayName("B2: the last ticket wakes the closer, in every interleaving of 4,000 tries")
    void lastTicketWakesTheCloser() throws Exception {
        for (int i = 0; i < 4_000; i++) {
            Admission tried = new Admission();
            tried.tryEnter();
            Thread exiting = new Thread(tried::exit);
            exiting.start();
            tried.beginClosing();
            List<String> warnings = new ArrayList<>();
            Waiting.until(
                    tried::isIdle,
                    tried,
                    Duration.ofSeconds(Gate.BOUND_SECONDS).toNanos(),
                    true,
                    () -> warnings.add("not woken"));
            assertThat(warnings).isEmpty();
            exiting.join();
        }
    }

    @Test
    @DisplayName("R16: of two that begin to close at once one wins, and no ticket comes after it")
    void oneCloserWins() throws Exception {
        Admission[] rounds = new Admission[5_000];
        Arrays.setAll(rounds, i -> new Admission());
        AtomicInteger arrived = new AtomicInteger();
        Runner<Integer> one = Runner.start("one", () -> closeEach(rounds, arrived));
        Runner<Integer> other = Runner.start("other", () -> closeEach(rounds, arrived));
        assertThat(one.result() + other.result()).isEqualTo(rounds.length);
    }

    private static int closeEach(Admission[] rounds, AtomicInteger arrived) {
        int won = 0;
        int expected = 0;
        for (Admission round : rounds) {
            // Spinning brings the two closer together than a barrier, which wakes one by one.
            int both = expected += 2;
            arrived.incrementAndGet();
            Gate.spinUntil("the other arrives", () -> arrived.get() >= both);
            won += round.beginClosing() ? 1 : 0;
            assertThat(round.tryEnter()).isFalse();
        }
        return won;
    }
}
