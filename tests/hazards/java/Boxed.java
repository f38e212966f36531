package probe;

import java.util.List;
import java.util.Map;

/** Collections with a boxed {@code Short} in them, which py4j could not hand over as it is. */
public final class Boxed {
    private Boxed() {}

    public static List<Object> listed(short value) {
        return List.of(value);
    }

    public static Map<String, Object> mapped(short value) {
        return Map.of("k", value);
    }
}
