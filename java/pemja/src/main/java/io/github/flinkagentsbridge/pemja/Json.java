package io.github.flinkagentsbridge.pemja;

import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** Writes JSON text; on the boot class path no library is at hand for it. */
public final class Json {

    private Json() {}

    /**
     * The JSON text of a map, an iterable, a number, a boolean, null, or anything's string form.
     */
    public static String text(Object value) {
        if (value == null || value instanceof Number || value instanceof Boolean) {
            return String.valueOf(value);
        }
        if (value instanceof Map) {
            return ((Map<?, ?>) value)
                    .entrySet().stream()
                            .map(entry -> quoted(entry.getKey()) + ":" + text(entry.getValue()))
                            .collect(Collectors.joining(",", "{", "}"));
        }
        if (value instanceof Iterable) {
            return StreamSupport.stream(((Iterable<?>) value).spliterator(), false)
                    .map(Json::text)
                    .collect(Collectors.joining(",", "[", "]"));
        }
        return quoted(value);
    }

    private static String quoted(Object value) {
        StringBuilder text = new StringBuilder("\"");
        for (char c : String.valueOf(value).toCharArray()) {
            if (c == '"' || c == '\\') {
                text.append('\\').append(c);
            } else if (c < ' ' || Character.isSurrogate(c)) {
                text.append(String.format("\\u%04x", (int) c));
            } else {
                text.append(c);
            }
        }
        return text.append('"').toString();
    }
}
