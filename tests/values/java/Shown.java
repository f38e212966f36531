package probe;

import pemja.core.PythonInterpreter;
import pemja.core.object.PyIterator;
import pemja.core.object.PyObject;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Gets values from Python in every way there is, and tells what arrived. */
public final class Shown {
    private Shown() {}

    /** The task of getting the value of that name; the answer is the value with its type. */
    public static Callable<String> getting(PythonInterpreter from, String way, String name) {
        return () -> text(get(from, way, name));
    }

    /** The task of getting lists in one another; the answer is how many there are. */
    public static Callable<Integer> measuring(PythonInterpreter from, String way, String name) {
        return () -> {
            int depth = 0;
            Object inner = get(from, way, name);
            while (inner instanceof List) {
                depth++;
                inner = ((List<?>) inner).isEmpty() ? null : ((List<?>) inner).get(0);
            }
            return depth;
        };
    }

    private static Object get(PythonInterpreter from, String way, String name) throws Exception {
        switch (way) {
            case "invoke":
                return from.invoke("give", name);
            case "invoke with two":
                return from.invoke("give", name, 1);
            case "invoke with keywords":
                return from.invoke("give", Map.of("name", name));
            case "invokeMethod by name":
                return from.invokeMethod("box", "give", name);
            case "get":
                from.invoke("hold", name);
                return from.get("held");
            default:
                return getByHandle(from, way, name);
        }
    }

    private static Object getByHandle(PythonInterpreter from, String way, String name)
            throws Exception {
        try (PyObject box = (PyObject) from.get("box")) {
            switch (way) {
                case "getAttr":
                    return box.getAttr("value_" + name);
                case "invokeMethod":
                    return box.invokeMethod("give", name);
                case "invokeMethod with two":
                    return box.invokeMethod("give", name, 1);
                case "next":
                    return next((PyIterator) box.invokeMethod("iterate", name));
                default:
                    throw new IllegalArgumentException(way);
            }
        }
    }

    private static Object next(PyIterator iterator) throws Exception {
        try (PyIterator closed = iterator) {
            return closed.next();
        }
    }

    /** Type and value, so that two equal texts are two equal values. */
    public static String text(Object value) {
        if (value == null) {
            return "null";
        }
        String kind = value.getClass().getSimpleName();
        if (value instanceof Collection) {
            return list(kind, ((Collection<?>) value).stream());
        }
        if (value instanceof Object[]) {
            return list("Object[]", Stream.of((Object[]) value));
        }
        if (value instanceof byte[]) {
            byte[] bytes = (byte[]) value;
            return list(kind, IntStream.range(0, bytes.length).mapToObj(at -> (int) bytes[at]));
        }
        if (value instanceof Map) {
            Map<String, String> shown = new TreeMap<>();
            ((Map<?, ?>) value).forEach((key, item) -> shown.put(text(key), text(item)));
            return kind + " " + shown;
        }
        return value instanceof PyObject ? kind : kind + " " + ascii(value.toString());
    }

    private static String list(String kind, Stream<?> items) {
        return kind + items.map(Shown::text).collect(Collectors.joining(", ", " [", "]"));
    }

    private static String ascii(String text) {
        StringBuilder shown = new StringBuilder();
        text.chars()
                .forEach(
                        unit ->
                                shown.append(
                                        unit >= ' ' && unit < 127
                                                ? String.valueOf((char) unit)
                                                : String.format("{%x}", unit)));
        return shown.length() < 100 ? shown.toString() : "of " + shown.length();
    }
}
