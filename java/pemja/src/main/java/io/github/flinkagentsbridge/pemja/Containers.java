package io.github.flinkagentsbridge.pemja;

import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Walks what Pemja converts element by element: collections, maps and arrays. Level by level and
 * without recursion, so that depth does no harm; what holds itself is found by its depth.
 */
final class Containers {

    /** Containers in one another that a value may have; Pemja converts them by recursion (V4). */
    static final int MOST_IN_ONE_ANOTHER = 1000;

    private Containers() {}

    static boolean isContainer(Object value) {
        return value instanceof Collection || value instanceof Map || value instanceof Object[];
    }

    /**
     * Shows all elements of one kind to somebody; the value itself counts as one.
     *
     * @throws UnconvertibleValueException if the value holds itself or is too deep
     */
    static void visit(Object value, Predicate<Object> kind, Consumer<Object> visitor) {
        Set<Object> level = one(value);
        for (int depth = 0; !level.isEmpty(); depth++) {
            if (depth > MOST_IN_ONE_ANOTHER) {
                throw UnconvertibleValueException.endless(value);
            }
            Set<Object> next = none();
            for (Object item : level) {
                if (kind.test(item)) {
                    visitor.accept(item);
                } else if (isContainer(item)) {
                    forEach(item, inner -> keep(inner, kind, next));
                }
            }
            level = next;
        }
    }

    private static void keep(Object item, Predicate<Object> kind, Set<Object> level) {
        if (kind.test(item) || isContainer(item)) {
            level.add(item);
        }
    }

    private static Set<Object> one(Object value) {
        Set<Object> level = none();
        level.add(value);
        return level;
    }

    private static Set<Object> none() {
        return Collections.newSetFromMap(new IdentityHashMap<>());
    }

    private static void forEach(Object container, Consumer<Object> visitor) {
        if (container instanceof Map) {
            ((Map<?, ?>) container)
                    .forEach(
                            (key, item) -> {
                                visitor.accept(key);
                                visitor.accept(item);
                            });
        } else if (container instanceof Collection) {
            ((Collection<?>) container).forEach(visitor);
        } else {
            Arrays.asList((Object[]) container).forEach(visitor);
        }
    }
}
