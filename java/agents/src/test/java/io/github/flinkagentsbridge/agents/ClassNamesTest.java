package io.github.flinkagentsbridge.agents;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

/** What stands in for {@code remove} in {@code JavaResourceProvider.provide}. */
class ClassNamesTest {

    private static final String KEY = "java_clazz";

    @Test
    @DisplayName("B1: the name is taken out once and given to every later caller")
    void givesWhatTheFirstTook() {
        Map<String, Object> arguments = new HashMap<>(Map.of(KEY, "a.B", "ms", 50));
        assertThat(ClassNames.take(arguments, KEY)).isEqualTo("a.B");
        assertThat(arguments).containsOnlyKeys("ms");
        assertThat(ClassNames.take(arguments, KEY)).isEqualTo("a.B");
    }

    @Test
    @DisplayName("B1: equal maps of two resources are not taken for each other")
    void tellsMapsApartByIdentity() {
        Map<String, Object> first = new HashMap<>(Map.of(KEY, "a.B"));
        Map<String, Object> second = new HashMap<>(Map.of(KEY, "c.D"));
        ClassNames.take(first, KEY);
        assertThat(ClassNames.take(second, KEY)).isEqualTo("c.D");
        assertThat(ClassNames.take(first, KEY)).isEqualTo("a.B");
        assertThat(ClassNames.take(second, KEY)).isEqualTo("c.D");
        assertThat(ClassNames.take(new HashMap<>(), KEY)).isNull();
    }

    @Test
    @DisplayName("B1: a name that is put in again takes the place of the former")
    void takesNewName() {
        Map<String, Object> arguments = new HashMap<>(Map.of(KEY, "a.B"));
        ClassNames.take(arguments, KEY);
        arguments.put(KEY, "c.D");
        assertThat(ClassNames.take(arguments, KEY)).isEqualTo("c.D");
        assertThat(ClassNames.take(arguments, KEY)).isEqualTo("c.D");
    }

    @Test
    @DisplayName("B1: threads that ask at the same moment all get the name")
    void servesThreadsAtOnce() throws Exception {
        int threads = 8;
        for (int round = 0; round < 200; round++) {
            Map<String, Object> arguments = new HashMap<>(Map.of(KEY, "a.B"));
            CyclicBarrier gate = new CyclicBarrier(threads);
            List<FutureTask<Object>> calls = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                FutureTask<Object> call =
                        new FutureTask<>(
                                () -> {
                                    gate.await(10, TimeUnit.SECONDS);
                                    return ClassNames.take(arguments, KEY);
                                });
                calls.add(call);
                new Thread(call, "provider-" + i).start();
            }
            for (FutureTask<Object> call : calls) {
                assertThat(call.get(10, TimeUnit.SECONDS)).isEqualTo("a.B");
            }
        }
    }
}
