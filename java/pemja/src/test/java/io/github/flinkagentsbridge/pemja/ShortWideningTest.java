package io.github.flinkagentsbridge.pemja;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Values with a {@code Short} in them, on their way to Python. */
class ShortWideningTest {

    private static final short SHORT = 3;

    @Test
    @DisplayName("V9: a Short becomes an Integer wherever it stands; the original stays as it was")
    void widensEverywhere() {
        List<Object> inner = Arrays.asList(SHORT, "x", null);
        Map<Object, Object> value = Map.of("list", inner, SHORT, new Object[] {SHORT, 1L});
        Map<Object, Object> widened = ShortWidening.of(value);
        assertThat(widened.get("list")).isEqualTo(Arrays.asList(3, "x", null));
        assertThat((Object[]) widened.get(3)).containsExactly(3, 1L);
        assertThat(inner.get(0)).isEqualTo(SHORT);
        assertThat(ShortWidening.<Object>of(SHORT)).isEqualTo(3);
    }

    @Test
    @DisplayName("V9: a value without a Short is handed over as the same object")
    void leavesOthers() {
        for (Object value : Arrays.asList("x", 1, List.of(1L, "x"), Map.of("k", 'c'))) {
            assertThat(ShortWidening.of(value)).isSameAs(value);
        }
        assertThat(ShortWidening.<Object>of(null)).isNull();
    }

    @Test
    @DisplayName("V9: a list that holds itself is copied as such")
    void copiesCycles() {
        List<Object> cycle = new ArrayList<>();
        cycle.add(SHORT);
        cycle.add(cycle);
        List<Object> widened = ShortWidening.of(cycle);
        assertThat(widened.get(0)).isEqualTo(3);
        assertThat(widened.get(1)).isSameAs(widened);
    }
}
