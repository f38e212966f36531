package io.github.flinkagentsbridge.pemja;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Makes an {@code Integer} of each {@code Short} on its way to Python: inside a list, a map or an
 * array Pemja's conversion of a {@code Short} kills the JVM (V9). Python has one kind of {@code
 * int}, and gets copies of lists and maps anyhow, so nobody sees a difference.
 */
final class ShortWidening {

    private ShortWidening() {}

    /** The same value, or a copy if there is a {@code Short} in it. */
    @SuppressWarnings("unchecked")
    static <T> T of(T value) {
        return hasShort(value) ? (T) new Copy().of(value) : value;
    }

    private static boolean hasShort(Object value) {
        if (!Containers.isContainer(value)) {
            return value instanceof Short;
        }
        boolean[] found = new boolean[1];
        Containers.visit(value, item -> item instanceof Short, item -> found[0] = true);
        return found[0];
    }

    /** One copy of each container, so that one that holds itself does so in the copy too. */
    private static final class Copy {
        private final Map<Object, Object> copies = new IdentityHashMap<>();

        private Object of(Object value) {
            if (value instanceof Short) {
                return ((Short) value).intValue();
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
