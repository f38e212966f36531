package io.github.flinkagentsbridge.pemja;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Values that Pemja would spoil on their way to Python. */
class PemjaFormTest {

    private static final short SHORT = 3;

    @Test
    @DisplayName("V9: a Short becomes an Integer wherever it stands; the original stays as it was")
    void widensEverywhere() {
        List<Object> inner = Arrays.asList(SHORT, "x", null);
        Map<Object, Object> value = Map.of("list", inner, SHORT, new Object[] {SHORT, 1L});
        Map<Object, Object> widened = PemjaForm.of(value);
        assertThat(widened.get("list")).isEqualTo(Arrays.asList(3, "x", null));
        assertThat((Object[]) widened.get(3)).containsExactly(3, 1L);
        assertThat(inner.get(0)).isEqualTo(SHORT);
        assertThat(PemjaForm.<Object>of(SHORT)).isEqualTo(3);
    }

    @Test
    @DisplayName("V9: a value without a Short is handed over as the same object")
    void leavesOthers() {
        for (Object value : Arrays.asList("x", 1, List.of(1L, "x"), Map.of("k", 'c'))) {
            assertThat(PemjaForm.of(value)).isSameAs(value);
        }
        assertThat(PemjaForm.<Object>of(null)).isNull();
    }

    @Test
    @DisplayName("V9: a list that holds itself is copied as such")
    void copiesCycles() {
        List<Object> cycle = new ArrayList<>();
        cycle.add(SHORT);
        cycle.add(cycle);
        List<Object> widened = PemjaForm.of(cycle);
        assertThat(widened.get(0)).isEqualTo(3);
        assertThat(widened.get(1)).isSameAs(widened);
    }

    @Test
    @DisplayName("V10: a text that begins like a byte order mark gets the one that Pemja takes off")
    void keepsMarks() {
        String marked = "\ufeffabc";
        String reversed = "\ufffeab";
        assertThat(PemjaForm.of(marked)).isEqualTo("\ufeff\ufeffabc");
        assertThat(PemjaForm.of(Map.of(reversed, List.of(marked))))
                .isEqualTo(Map.of("\ufeff\ufffeab", List.of("\ufeff\ufeffabc")));
        assertThat(PemjaForm.of("a\ufeff")).isEqualTo("a\ufeff");
        assertThat(PemjaForm.of("")).isEmpty();
    }
}
