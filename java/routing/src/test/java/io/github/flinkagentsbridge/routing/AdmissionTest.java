package io.github.flinkagentsbridge.routing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;

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
    @DisplayName("R16: of many that begin to close at once one wins, and no ticket comes after it")
    void oneCloserWins() throws Exception {
        CyclicBarrier together = new CyclicBarrier(4);
        List<Runner<Boolean>> closers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            closers.add(
                    Runner.start(
                            "closer-" + i,
                            () -> {
                                together.await(Gate.BOUND_SECONDS, TimeUnit.SECONDS);
                                boolean won = admission.beginClosing();
                                assertThat(admission.tryEnter()).isFalse();
                                return won;
                            }));
        }
        int winners = 0;
        for (Runner<Boolean> closer : closers) {
            winners += closer.result() ? 1 : 0;
        }
        assertThat(winners).isEqualTo(1);
    }
}
