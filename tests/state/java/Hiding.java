package state;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Where Java code may have put a Python object before it stores the whole. */
public final class Hiding {
    private Hiding() {}

    /** Values that hold the object, by the place that an error must name. */
    public static Map<String, Object> of(Object handle) {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("$", handle);
        values.put("$[1]", new ArrayList<>(Arrays.asList("x", handle)));
        values.put("$[0]", new HashSet<>(List.of(handle)));
        values.put("$[\"order\"]", new HashMap<>(Map.of("order", handle)));
        values.put("$.key", new HashMap<>(Map.of(handle, "x")));
        values.put("$[2]", new Object[] {1L, null, handle});
        values.put("$.name", new Order(handle));
        values.put(
                "$[\"orders\"][0].name",
                new HashMap<>(Map.of("orders", List.of(new Order(handle)))));
        return values;
    }

    /** A class of an application's own. */
    public static final class Order {
        private final Object name;

        Order(Object name) {
            this.name = name;
        }

        public Object name() {
            return name;
        }
    }
}
