package io.github.flinkagentsbridge.pemja;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;

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
    @DisplayName("V3, V4: a list that holds itself is refused, as is one that is too deep")
    void refusesCycles() {
        List<Object> cycle = new ArrayList<>();
        cycle.add(SHORT);
        cycle.add(cycle);
        assertThatThrownBy(() -> PemjaForm.of(cycle))
                .isInstanceOf(UnconvertibleValueException.class)
                .hasMessageContaining("ArrayList")
                .hasMessageContaining("holds itself");
        List<Object> deep = new ArrayList<>();
        for (int depth = 1; depth < Containers.MOST_IN_ONE_ANOTHER; depth++) {
            deep = new ArrayList<>(List.of(deep));
        }
        assertThat(PemjaForm.of(deep)).isSameAs(deep);
        List<Object> tooDeep = List.of(List.of(deep));
        assertThatThrownBy(() -> PemjaForm.of(tooDeep)).hasMessageContaining("1000 containers");
    }

    @Test
    @DisplayName("V9: one list in two places is one in the copy, too; a set stays a set")
    void keepsShape() {
        List<Object> shared = List.of(SHORT);
        List<?> copy = PemjaForm.<List<?>>of(List.of(shared, shared));
        assertThat(copy.get(0)).isEqualTo(List.of(3)).isSameAs(copy.get(1));
        assertThat(PemjaForm.<Object>of(Set.of(SHORT))).isEqualTo(Set.of(3));
        assertThat(PemjaForm.<Object>of(new ArrayDeque<>(shared))).isNotInstanceOf(List.class);
    }

    @Test
    @DisplayName("V2: half of a surrogate pair is refused, a whole one is not")
    void refusesHalves() {
        assertThat(PemjaForm.of("\ud83d\ude00")).isEqualTo("\ud83d\ude00");
        for (Object half : List.of("\ud83d", "a\ude00b", "\ude00\ud83d", '\ud83d')) {
            assertThatThrownBy(() -> PemjaForm.of(List.of(half)))
                    .isInstanceOf(UnconvertibleValueException.class);
        }
    }

    @Test
    @DisplayName("N3: a name that is not ASCII is written in escapes")
    void escapesNames() {
        assertThat(PemjaForm.ofName("a.b")).isEqualTo("a.b");
        assertThat(PemjaForm.ofName("\ud83d\ude00")).isEqualTo("\\\\U0001f600");
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
