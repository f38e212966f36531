package io.github.flinkagentsbridge.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/** Keys of an operator that has no Flink, by its mails. */
class WaitingKeyTest {

    private static final String KEY = "key";

    private final FakeOperator operator = new FakeOperator();

    @AfterEach
    void leaveNothing() {
        IdleWaiting.closing(operator);
        assertThat(WakeCounts.parkedNow()).isZero();
        assertThat(OpenAwaits.count()).isZero();
    }

    /** One task that waits, met a second time. */
    private void park(long number) {
        operator.waits(KEY, "task", number);
        assertThat(operator.take(KEY)).isTrue();
        operator.waits(KEY, "task", number);
        assertThat(operator.mails).isEmpty();
        assertThat(WakeCounts.parkedNow()).isOne();
    }

    /** A parked key; what its timer would run is given back instead, since no cancel is sure. */
    private Runnable parkWithTimer() {
        AtomicReference<Runnable> byTime = new AtomicReference<>();
        WaitingKey.Timer clock =
                (millis, wake) -> {
                    byTime.set(wake);
                    return new CompletableFuture<>();
                };
        operator.bridge$attach(new WaitingKeys(operator, clock));
        park(1);
        return byTime.get();
    }

    @Test
    @DisplayName("W1: a wake by time that comes behind the one by completion sends no mail")
    void completesBeforeTime() {
        Runnable byTime = parkWithTimer();
        long timed = WakeCounts.wokenByTimer();
        OpenAwaits.ended(1);
        byTime.run();
        assertThat(operator.mails).containsExactly(KEY);
        assertThat(WakeCounts.wokenByTimer()).isEqualTo(timed);
    }

    @Test
    @DisplayName("W1: a wake by completion that comes behind the one by time sends no mail")
    void isTimedBeforeCompletion() {
        Runnable byTime = parkWithTimer();
        long completed = WakeCounts.wokenByCompletion();
        byTime.run();
        OpenAwaits.ended(1);
        assertThat(operator.mails).containsExactly(KEY);
        assertThat(WakeCounts.wokenByCompletion()).isEqualTo(completed);
    }

    @RepeatedTest(200)
    @DisplayName("W1: wakes by completion and by time at once send one mail")
    void racesWithTime() throws Exception {
        Runnable byTime = parkWithTimer();
        CyclicBarrier start = new CyclicBarrier(2);
        Future<?> end = ended(start);
        start.await();
        byTime.run();
        end.get();
        assertThat(operator.mails).containsExactly(KEY);
    }

    @Test
    @DisplayName("W1: a wake that comes late, while the mail is under way, sends none")
    void isLate() {
        operator.waits(KEY, "task", 1);
        OpenAwaits.ended(1);
        assertThat(operator.mails).containsExactly(KEY);
    }

    @Test
    @DisplayName("W4: what has ended before its key is parked wakes it at once")
    void wakesAtOnce() {
        long before = WakeCounts.wokenAtOnce();
        operator.waits(KEY, "task", 1);
        operator.take(KEY);
        OpenAwaits.ended(1);
        operator.waits(KEY, "task", 1);
        assertThat(operator.mails).containsExactly(KEY);
        assertThat(WakeCounts.wokenAtOnce()).isEqualTo(before + 1);
    }

    @Test
    @DisplayName("W2: a key is parked when each of its tasks was met waiting, and none before")
    void waitsForAll() {
        for (int round = 0; round < 2; round++) {
            operator.waits(KEY, "a", 1);
            assertThat(operator.take(KEY)).isTrue();
            operator.waits(KEY, "b", 2);
            assertThat(operator.take(KEY)).isTrue();
            operator.step(KEY, () -> {}); // a third one is done, or has sent an event
            assertThat(operator.take(KEY)).isTrue();
        }
        operator.waits(KEY, "a", 1);
        assertThat(operator.take(KEY)).isTrue();
        operator.waits(KEY, "b", 2);
        assertThat(operator.take(KEY)).isTrue();
        operator.waits(KEY, "a", 1);
        assertThat(operator.mails).isEmpty();
        OpenAwaits.ended(2);
        assertThat(operator.mails).containsExactly(KEY);
    }

    @Test
    @DisplayName("W2: a task that waits for something else has gone on in between")
    void seesProgress() {
        for (int number = 1; number < 5; number++) {
            operator.waits(KEY, "task", number);
            assertThat(operator.take(KEY)).isTrue();
        }
        assertThat(OpenAwaits.count()).isOne();
    }

    @Test
    @DisplayName("W2: after a wake all tasks are met again before the key is parked again")
    void meetsAllAgain() {
        operator.waits(KEY, "a", 1);
        operator.waits(KEY, "b", 2);
        operator.waits(KEY, "a", 1);
        operator.mails.clear();
        operator.waits(KEY, "b", 2);
        assertThat(operator.mails).isEmpty();
        OpenAwaits.ended(1);
        long parks = WakeCounts.parked();
        operator.waits(KEY, "b", 2);
        assertThat(WakeCounts.parked()).isEqualTo(parks);
    }

    @Test
    @DisplayName("W5: a refusal by a closed mailbox is swallowed where a wake meets it")
    void swallowsRefusal() {
        park(1);
        operator.isClosed = true;
        OpenAwaits.ended(1);
        assertThat(operator.mails).isEmpty();
    }

    @Test
    @DisplayName("W6: after the operator's close nothing is sent, and nothing is kept")
    void isGoneAfterClose() {
        park(1);
        IdleWaiting.closing(operator);
        OpenAwaits.ended(1);
        assertThat(operator.mails).isEmpty();
    }

    @Test
    @DisplayName("W6: a key without tasks, or whose step fails, is forgotten")
    void forgetsKeys() {
        operator.waits(KEY, "task", 1);
        operator.ends(KEY, "task");
        assertThat(OpenAwaits.count()).isZero();
        operator.waits(KEY, "task", 2);
        Runnable failing =
                () -> {
                    throw new IllegalStateException("of the action");
                };
        assertThatThrownBy(() -> IdleWaiting.step(operator, KEY, failing))
                .hasMessage("of the action");
        assertThat(OpenAwaits.count()).isZero();
    }

    @Test
    @DisplayName("B11: what nobody tells the end of is looked at after a pause, by itself")
    void looksAgain() throws Exception {
        long before = WakeCounts.wokenByTimer();
        operator.waits(KEY, "task", -7);
        operator.take(KEY);
        operator.waits(KEY, "task", -7);
        while (!operator.take(KEY)) {
            Thread.onSpinWait(); // the test's own time-out bounds it
        }
        assertThat(WakeCounts.wokenByTimer()).isEqualTo(before + 1);
    }

    @Test
    @DisplayName("B11: pauses grow up to a bound")
    void growsPauses() {
        assertThat(Pauses.UNTOLD.millis(0)).isEqualTo(1);
        assertThat(Pauses.UNTOLD.millis(3)).isEqualTo(8);
        assertThat(Pauses.UNTOLD.millis(1_000_000)).isEqualTo(16);
        assertThat(Pauses.TOLD.millis(0)).isEqualTo(1_000);
        assertThat(Pauses.TOLD.millis(4)).isEqualTo(16_000);
        assertThat(Pauses.TOLD.millis(63)).isEqualTo(32_000);
    }

    @Test
    @DisplayName("B11: Python that gives no numbers, and steps of nobody's, are as released")
    void worksWithoutNumbers() {
        for (int step = 0; step < 5; step++) {
            operator.step(KEY, () -> IdleWaiting.told(new Object[] {false, null}, "task"));
            assertThat(operator.take(KEY)).isTrue();
        }
        IdleWaiting.told(new Object[] {false, 1L}, "task");
        assertThat(OpenAwaits.count()).isZero();
    }

    @Test
    @DisplayName("B11: the end of what a Java action has given to the pool wakes its key")
    void learnsOfPool() throws Exception {
        ExecutorService pool = new TellingPool(1, Executors.defaultThreadFactory());
        CyclicBarrier gate = new CyclicBarrier(2);
        try {
            operator.step(KEY, () -> action(false, () -> pool.submit((Callable<?>) gate::await)));
            assertThat(operator.take(KEY)).isTrue();
            operator.step(KEY, () -> action(false, () -> null));
            assertThat(operator.mails).isEmpty();
            gate.await();
            pool.shutdown();
            assertThat(pool.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
            assertThat(operator.mails).containsExactly(KEY);
        } finally {
            pool.shutdownNow();
        }
    }

    private static void action(boolean ended, Callable<?> body) {
        try {
            IdleWaiting.action(
                    "context",
                    () -> {
                        body.call();
                        return ended;
                    });
        } catch (Exception failure) {
            throw new IllegalStateException(failure);
        }
    }

    @RepeatedTest(200)
    @DisplayName("W1, W4: a key that is parked while its wait ends has one mail, whoever was first")
    void racesWithItsEnd() throws Exception {
        operator.waits(KEY, "task", 1);
        operator.take(KEY);
        CyclicBarrier start = new CyclicBarrier(2);
        Future<?> end = ended(start);
        start.await();
        operator.waits(KEY, "task", 1);
        end.get();
        assertThat(operator.mails).containsExactly(KEY);
    }

    private static Future<?> ended(CyclicBarrier start) throws ExecutionException {
        ExecutorService other = Executors.newSingleThreadExecutor();
        Future<?> end =
                other.submit(
                        () -> {
                            start.await();
                            OpenAwaits.ended(1);
                            return null;
                        });
        other.shutdown();
        return end;
    }
}
