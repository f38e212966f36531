package io.github.flinkagentsbridge.agents;

import io.github.flinkagentsbridge.pemja.HandleSeam;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Looks for a Python handle in a value, wherever a serialiser would come by: in collections, maps,
 * arrays and the fields of the application's own classes. Each object is looked at once, so cycles
 * end; a stack of our own takes the place of recursion, so depth does no harm.
 */
public final class HandleSearch {

    private final Deque<Found> open = new ArrayDeque<>();
    private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());

    private HandleSearch() {}

    /** The first handle found in the value, and where. */
    static Optional<Found> in(Object value) {
        return isPlain(value)
                ? Optional.empty()
                : find(value, HandleSeam.class::isInstance, 1).stream().findFirst();
    }

    /** All that is looked for in the value; what stands inside of a find is not looked at. */
    public static List<Found> all(Object value, Predicate<Object> wanted) {
        return find(value, wanted, Integer.MAX_VALUE);
    }

    private static List<Found> find(Object value, Predicate<Object> wanted, int limit) {
        List<Found> finds = new ArrayList<>();
        HandleSearch search = new HandleSearch();
        search.visit(null, "$", value);
        while (!search.open.isEmpty() && finds.size() < limit) {
            Found next = search.open.pop();
            if (wanted.test(next.value)) {
                finds.add(next);
            } else {
                search.visitContent(next);
            }
        }
        return finds;
    }

    /** What most values are, so that they cost nothing. */
    private static boolean isPlain(Object value) {
        return value == null
                || value instanceof String
                || value instanceof Number
                || value instanceof Boolean
                || value instanceof Character
                || value instanceof Enum
                || value instanceof Class
                || value instanceof byte[];
    }

    private void visit(Found holder, String step, Object value) {
        if (!isPlain(value) && seen.add(value)) {
            open.push(new Found(holder, step, value));
        }
    }

    private void visitContent(Found holder) {
        Object value = holder.value;
        if (value instanceof Map) {
            ((Map<?, ?>) value)
                    .forEach(
                            (key, item) -> {
                                visit(holder, ".key", key);
                                visit(holder, "[" + shown(key) + "]", item);
                            });
        } else if (value instanceof Collection) {
            visitAll(holder, ((Collection<?>) value).toArray());
        } else if (value instanceof Object[]) {
            visitAll(holder, (Object[]) value);
        } else {
            SerializedField.of(value.getClass())
                    .forEach(field -> visit(holder, "." + field.name(), field.get(value)));
        }
    }

    private void visitAll(Found holder, Object[] items) {
        for (int index = 0; index < items.length; index++) {
            visit(holder, "[" + index + "]", items[index]);
        }
    }

    private static String shown(Object key) {
        return key instanceof String ? "\"" + key + "\"" : String.valueOf(isPlain(key) ? key : "?");
    }

    /** A value and where it stands. */
    public static final class Found {
        private final Found holder;
        private final String step;
        private final Object value;

        private Found(Found holder, String step, Object value) {
            this.holder = holder;
            this.step = step;
            this.value = value;
        }

        /**
         * The way to the value, as in {@code $["a"][3].field}; put together only when asked for.
         */
        public String place() {
            Deque<String> steps = new ArrayDeque<>();
            for (Found part = this; part != null; part = part.holder) {
                steps.push(part.step);
            }
            return String.join("", steps);
        }

        /** What was found. */
        public Object value() {
            return value;
        }
    }
}
