package io.github.flinkagentsbridge.pemja;

import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A copy of what Pemja copies anyhow: lists, maps and arrays, at any depth. Pemja walks through a
 * list element by element; if another thread changes it meanwhile, the walk never ends or ends the
 * JVM. Other collections reach Python as the Java objects that they are, and are copied only if
 * something in them must change. One container in two places is one in the copy, too.
 */
final class Snapshot {

    private final Map<Object, Object> copies = new IdentityHashMap<>();
    private int depth;

    /**
     * @throws UnconvertibleValueException if something has no Python form, or the value holds
     *     itself or is too deep
     */
    Object of(Object value) {
        if (!Containers.isContainer(value)) {
            return PemjaForm.ofElement(value);
        }
        Object known = copies.get(value);
        if (known != null) {
            return known;
        }
        if (depth > Containers.MOST_IN_ONE_ANOTHER) {
            throw UnconvertibleValueException.endless(value);
        }
        depth++;
        Object copy = value instanceof Map ? ofMap((Map<?, ?>) value) : ofElements(value);
        depth--;
        copies.put(value, copy);
        return copy;
    }

    private Map<Object, Object> ofMap(Map<?, ?> map) {
        Map<Object, Object> copy = new LinkedHashMap<>();
        map.forEach((key, item) -> put(copy, key, item));
        return copy;
    }

    private void put(Map<Object, Object> copy, Object key, Object item) {
        try {
            Object form = of(key);
            String remedy = Unconvertible.remedyForKey(form);
            if (remedy != null) {
                throw new UnconvertibleValueException(key, remedy);
            }
            copy.put(form, of(item));
        } catch (UnconvertibleValueException refused) {
            throw refused.inside(step(key));
        }
    }

    /** Asks nothing of a key that may be anything. */
    private static String step(Object key) {
        if (key instanceof String) {
            return "['" + key + "']";
        }
        boolean told = key == null || key instanceof Number || key instanceof Boolean;
        return "[" + (told ? key : "a " + key.getClass().getTypeName()) + "]";
    }

    private Object ofElements(Object value) {
        Object[] items = elements(value);
        boolean changed = false;
        int at = 0;
        try {
            for (; at < items.length; at++) {
                Object form = of(items[at]);
                changed |= form != items[at];
                items[at] = form;
            }
        } catch (UnconvertibleValueException refused) {
            throw refused.inside("[" + at + "]");
        }
        return value instanceof Object[] ? items : collection(value, items, changed);
    }

    private static Object[] elements(Object value) {
        return value instanceof Object[]
                ? Arrays.copyOf((Object[]) value, ((Object[]) value).length, Object[].class)
                : ((Collection<?>) value).toArray(new Object[0]);
    }

    private static Object collection(Object value, Object[] items, boolean changed) {
        List<Object> list = Arrays.asList(items);
        if (value instanceof List) {
            return list;
        }
        if (!changed) {
            return value;
        }
        return value instanceof Set
                ? new LinkedHashSet<>(list)
                : Collections.unmodifiableCollection(list);
    }
}
