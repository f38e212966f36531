package io.github.flinkagentsbridge.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.flinkagentsbridge.pemja.HandleSeam;
import io.github.flinkagentsbridge.pemja.StaleHandleException;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Python objects on their way to and from state, wherever they hide. */
class MemoryGuardTest {

    private static final HandleSeam HANDLE = UntouchedHandle.made();

    static Stream<Arguments> valuesWithHandle() {
        return Stream.of(
                Arguments.of("$", HANDLE),
                Arguments.of("$[1]", Arrays.asList("x", HANDLE)),
                Arguments.of("$[0]", Set.of(HANDLE)),
                Arguments.of("$[\"a\"]", Map.of("a", HANDLE)),
                Arguments.of("$.key", Map.of(HANDLE, "a")),
                Arguments.of("$[2]", new Object[] {1, null, HANDLE}),
                Arguments.of("$.name", new Holder(HANDLE, null)),
                Arguments.of("$.inherited", new Heir(HANDLE)),
                Arguments.of("$[\"a\"][0].name", Map.of("a", List.of(new Holder(HANDLE, null)))));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("valuesWithHandle")
    @DisplayName("B9: a value with a Python object in it is refused, with the place of it")
    void refusesToStoreHandle(String place, Object value) {
        assertThatThrownBy(() -> MemoryGuard.beforeStore("outer", "x", value))
                .isInstanceOf(MemoryHandleException.class)
                .hasMessageStartingWith("Storing a value at memory path 'outer.x'")
                .hasMessageContaining(place + " is a Python object (")
                .hasMessageContaining("to_memory_value(value)");
    }

    @Test
    @DisplayName("B9: what no serialiser writes is not searched; cycles and depth do no harm")
    void acceptsEverythingElse() {
        List<Object> cycle = new ArrayList<>();
        cycle.add(cycle);
        List<Object> deep = Collections.emptyList();
        for (int level = 0; level < 100_000; level++) {
            deep = Collections.singletonList(deep);
        }
        Map<String, Object> plain = new HashMap<>();
        plain.put("null", null);
        plain.put("bytes", new byte[] {1});
        plain.put("ints", new int[] {1});
        for (Object value :
                Arrays.asList(null, "x", 1L, plain, cycle, deep, new Holder("n", HANDLE))) {
            assertThatCode(() -> MemoryGuard.beforeStore("", "x", value))
                    .doesNotThrowAnyException();
        }
    }

    @Test
    @DisplayName("B9: a stale handle in a value that is read is a managed error with the path")
    void refusesToReadStaleHandle() {
        List<Object> stale = List.of("x", UntouchedHandle.restored());
        assertThatThrownBy(() -> MemoryGuard.afterRead(stale, "payload.x"))
                .isInstanceOf(StaleHandleException.class)
                .hasMessageStartingWith("Reading $[1] of memory path 'payload.x'")
                .hasMessageContaining("str(uuid)");
        assertThatThrownBy(() -> MemoryGuard.afterReadFields(Map.of("f", stale), "payload"))
                .isInstanceOf(StaleHandleException.class)
                .hasMessageContaining("$[\"f\"][1]");
    }

    @Test
    @DisplayName("B9: what was stored in this process before the guard came is read as it is")
    void readsLiveHandle() {
        List<Object> live = List.of(HANDLE);
        assertThat(MemoryGuard.afterRead(live, "x")).isSameAs(live);
    }

    /** A class of the application, as a Java action might store it. */
    static class Holder {
        private final Object name;
        private final transient Object unwritten;

        Holder(Object name, Object unwritten) {
            this.name = name;
            this.unwritten = unwritten;
        }
    }

    /** Its base class is searched too. */
    static class Base {
        private final Object inherited;

        Base(Object inherited) {
            this.inherited = inherited;
        }
    }

    static final class Heir extends Base {
        Heir(Object inherited) {
            super(inherited);
        }
    }
}
