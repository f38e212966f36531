package io.github.flinkagentsbridge.pemja;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Walks what Pemja converts element by element: collections, maps and arrays, at any depth. Each is
 * walked once, so cycles end, and without recursion, so depth does no harm.
 */
final class Containers {

    private Containers() {}

    static boolean isContainer(Object value) {
        return value instanceof Collection || value instanceof Map || value instanceof Object[];
    }

    /** Shows all elements of one kind to somebody; the value itself counts as one. */
    static void visit(Object value, Predicate<Object> kind, Consumer<Object> visitor) {
        Deque<Object> open = new ArrayDeque<>();
        Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        open.push(value);
        while (!open.isEmpty()) {
            Object next = open.pop();
            if (kind.test(next)) {
                visitor.accept(next);
            } else if (isContainer(next) && seen.add(next)) {
                contents(next).stream()
                        .filter(item -> kind.test(item) || isContainer(item))
                        .forEach(open::push);
            }
        }
    }

    private static Collection<?> contents(Object container) {
        if (container instanceof Map) {
            List<Object> both = new ArrayList<>(((Map<?, ?>) container).keySet());
            both.addAll(((Map<?, ?>) container).values());
            return both;
        }
        return container instanceof Collection
                ? (Collection<?>) container
                : Arrays.asList((Object[]) container);
    }
}
