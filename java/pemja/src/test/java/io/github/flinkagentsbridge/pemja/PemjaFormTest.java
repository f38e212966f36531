package io.github.flinkagentsbridge.pemja;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.util.AbstractList;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

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
    @DisplayName("V9: what needs no other form is handed over as it is")
    void leavesOthers() {
        for (Object value : Arrays.asList("x", 1, Set.of(1L, "x"), new ArrayDeque<>(), 'c')) {
            assertThat(PemjaForm.of(value)).isSameAs(value);
        }
        assertThat(PemjaForm.<Object>of(null)).isNull();
    }

    @Test
    @DisplayName("V3: Pemja walks through copies of lists, maps and arrays, which nobody changes")
    void copiesWhatMayChange() {
        List<Object> inner = new ArrayList<>(List.of("a"));
        Map<Object, Object> map = new HashMap<>(Map.of("k", inner));
        Object[] array = {map};
        List<Object> list = new CopyOnWriteArrayList<>(List.of((Object) array));
        Object form = PemjaForm.of(list);
        inner.add("late");
        map.put("late", 1);
        array[0] = "late";
        list.add("late");
        List<?> seen = (List<?>) form;
        assertThat((Object[]) seen.get(0)).containsExactly(Map.of("k", List.of("a")));
        assertThat(seen).hasSize(1);
    }

    @Test
    @DisplayName("V3: a list with a size that its elements do not bear out has its elements")
    void believesTheElements() {
        List<Object> lying =
                new AbstractList<>() {
                    @Override
                    public Object get(int at) {
                        return at;
                    }

                    @Override
                    public int size() {
                        return 3;
                    }

                    @Override
                    public Iterator<Object> iterator() {
                        return List.<Object>of(0, 1).iterator();
                    }
                };
        assertThat(PemjaForm.<Object>of(lying)).isEqualTo(List.of(0, 1));
    }

    @Test
    @DisplayName("R20: what is refused is told with its place in what was handed over")
    void tellsThePlace() {
        Object[] arguments = {1, Map.of("deep", List.of(Map.of(2, new char[1])))};
        assertThatThrownBy(() -> PemjaForm.of(arguments))
                .hasMessageContaining("a char[] at $[1]['deep'][0][2] to Python");
        assertThatThrownBy(() -> PemjaForm.<Object>of(new char[1]))
                .hasMessageContaining("a char[] to Python");
    }

    @Test
    @DisplayName("V9: keys that Python has not are refused, also those inside of an array")
    void refusesKeys() {
        Object[] nested = {1, new Object[] {List.of()}};
        for (Object key : List.of(List.of(1), Map.of(), new Object[] {List.of(1)}, nested)) {
            assertThatThrownBy(() -> PemjaForm.of(Map.of("a", Collections.singletonMap(key, 1))))
                    .isInstanceOf(UnconvertibleValueException.class)
                    .hasMessageContaining("cannot be a key")
                    .hasMessageContaining("at $['a'][a ");
        }
        assertThat(PemjaForm.of(Map.of(new Object[] {1, "x"}, 1))).hasSize(1);
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
        assertThat(PemjaForm.of(deep)).hasSize(1);
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
