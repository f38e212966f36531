package io.github.flinkagentsbridge.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.flinkagentsbridge.routing.PythonInterpreterManager;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** One making for all who ask at the same first moment, without a lock that could hang. */
class OneResourceTest {

    private final AtomicInteger makings = new AtomicInteger();
    private final Map<String, Object> kept = new ConcurrentHashMap<>();

    private Object look(Callable<?> whileMaking) throws Exception {
        if (!kept.containsKey("r")) {
            Object made = "made as number " + makings.incrementAndGet();
            whileMaking.call();
            kept.putIfAbsent("r", made);
        }
        return kept.get("r");
    }

    private Object get(Callable<?> whileMaking) throws Exception {
        return OneResource.get(this, "r", "kind", () -> look(whileMaking));
    }

    @Test
    @DisplayName("R10, B2: a lane that serves the maker makes one for itself; both get the first")
    void laneDoesNotWait() throws Exception {
        try (PythonInterpreterManager<Object> manager = Managers.named("m")) {
            CompletableFuture<Object> asked = new CompletableFuture<>();
            Thread source =
                    new Thread(
                            () ->
                                    complete(
                                            asked,
                                            () ->
                                                    get(
                                                            () ->
                                                                    manager.withInterpreter(
                                                                            on -> quietly()))));
            source.start();
            assertThat(asked.get(30, TimeUnit.SECONDS)).isEqualTo("made as number 2");
            assertThat(makings).hasValue(2);
        }
    }

    private Object quietly() {
        try {
            return get(() -> null);
        } catch (Exception failure) {
            throw new AssertionError(failure);
        }
    }

    @Test
    @DisplayName("B4: a maker that never ends is waited for in vain only for a while")
    void waitHasBound() throws Exception {
        OneResource.waitFor(Duration.ofMillis(30));
        CountDownLatch making = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        CompletableFuture<Object> stuck = new CompletableFuture<>();
        Thread maker =
                new Thread(
                        () ->
                                complete(
                                        stuck,
                                        () ->
                                                get(
                                                        () -> {
                                                            making.countDown();
                                                            never.await();
                                                            return null;
                                                        })));
        maker.start();
        assertThat(making.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(get(() -> null)).isEqualTo("made as number 2");
        never.countDown();
        assertThat(stuck.get(30, TimeUnit.SECONDS)).isEqualTo("made as number 2");
        OneResource.waitFor(Duration.ofSeconds(30));
    }

    @Test
    @DisplayName("R14: a making that fails throws as it is, and the next one tries again")
    void failureIsNotKept() throws Exception {
        Exception failure = new Exception("of the making");
        assertThatThrownBy(
                        () ->
                                get(
                                        () -> {
                                            throw failure;
                                        }))
                .isSameAs(failure);
        assertThat(get(() -> null)).isEqualTo("made as number 2");
    }

    private static void complete(CompletableFuture<Object> future, Callable<Object> body) {
        try {
            future.complete(body.call());
        } catch (Throwable failure) {
            future.completeExceptionally(failure);
        }
    }
}
