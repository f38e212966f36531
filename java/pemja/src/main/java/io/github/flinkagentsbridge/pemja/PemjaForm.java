package io.github.flinkagentsbridge.pemja;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The form in which a value survives Pemja's conversion to Python. A {@code Short} inside a list, a
 * map or an array would kill the JVM (V9), so it goes as an {@code Integer}. A text that begins
 * like a byte order mark would lose it or be read the other way round, so it gets another in front,
 * which Pemja takes off. Python gets copies of lists and maps anyhow, so nobody sees a difference.
 */
final class PemjaForm {

    private static final char MARK = '\ufeff';
    private static final char REVERSED_MARK = '\ufffe';

    private PemjaForm() {}

    /** The same value, or a copy if something in it must change. */
    @SuppressWarnings("unchecked")
    static <T> T of(T value) {
        return mustChangeInside(value) ? (T) new Copy().of(value) : value;
    }

    /** Whether a value, by itself, cannot go as it is. */
    static boolean mustChange(Object value) {
        return value instanceof Short || value instanceof String && isMarked((String) value);
    }

    private static boolean isMarked(String text) {
        return !text.isEmpty() && (text.charAt(0) == MARK || text.charAt(0) == REVERSED_MARK);
    }

    private static boolean mustChangeInside(Object value) {
        if (!Containers.isContainer(value)) {
            return mustChange(value);
        }
        boolean[] found = new boolean[1];
        Containers.visit(value, PemjaForm::mustChange, item -> found[0] = true);
        return found[0];
    }

    /** One copy of each container, so that one that holds itself does so in the copy too. */
    private static final class Copy {
        private final Map<Object, Object> copies = new IdentityHashMap<>();

        private Object of(Object value) {
            if (mustChange(value)) {
                return value instanceof Short ? ((Short) value).intValue() : MARK + (String) value;
            }
            if (!(value instanceof Map || value instanceof List || value instanceof Object[])) {
                return value;
            }
            Object known = copies.get(value);
            return known != null ? known : ofContainer(value);
        }

        private Object ofContainer(Object value) {
            if (value instanceof Map) {
                Map<Object, Object> copy = new LinkedHashMap<>();
                copies.put(value, copy);
                ((Map<?, ?>) value).forEach((key, item) -> copy.put(of(key), of(item)));
                return copy;
            }
            if (value instanceof List) {
                List<Object> copy = new ArrayList<>();
                copies.put(value, copy);
                ((List<?>) value).forEach(item -> copy.add(of(item)));
                return copy;
            }
            Object[] copy = new Object[((Object[]) value).length];
            copies.put(value, copy);
            Arrays.setAll(copy, index -> of(((Object[]) value)[index]));
            return copy;
        }
    }
}
