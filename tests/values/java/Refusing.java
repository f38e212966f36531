package probe;

import pemja.core.PythonInterpreter;
import pemja.core.object.PyIterator;
import pemja.core.object.PyObject;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/** Has Python fail in every way there is, and fails in Java. */
public final class Refusing {

    /** What Python gets when it asks this. */
    public static final class DeniedException extends RuntimeException {
        DeniedException(String message) {
            super(message);
        }
    }

    /** Throws, for Python to see. */
    public Object refuse(String message) {
        throw new DeniedException(message);
    }

    /** The failure as Java sees it: class and message of each link of the chain, then a frame. */
    public static Callable<List<String>> failing(PythonInterpreter in, String way, Object what) {
        return () -> {
            try {
                fail(in, way, what);
                return List.of();
            } catch (Exception failure) {
                return links(failure);
            }
        };
    }

    private static List<String> links(Throwable failure) {
        List<String> links = new ArrayList<>();
        links.add(failure.getStackTrace()[0].toString());
        for (Throwable link = failure; link != null; link = link.getCause()) {
            links.add(link.getClass().getSimpleName() + ": " + cut(link.getMessage()));
            if (link.getSuppressed().length > 0) {
                links.add("suppressed " + link.getSuppressed()[0]);
            }
        }
        return links;
    }

    private static String cut(String text) {
        return text.length() < 30_000 ? text : "of " + text.length();
    }

    private static void fail(PythonInterpreter in, String way, Object what) throws Exception {
        switch (way) {
            case "invoke":
                in.invoke("fail", what);
                return;
            case "invoke with two":
                in.invoke("fail", what, 1);
                return;
            case "invoke with keywords":
                in.invoke("fail", Map.of("name", what));
                return;
            case "invokeMethod by name":
                in.invokeMethod("failing", "fail", what);
                return;
            case "exec":
                in.exec("fail('" + what + "')");
                return;
            default:
                failByHandle(in, way, what);
        }
    }

    private static void failByHandle(PythonInterpreter in, String way, Object what)
            throws Exception {
        try (PyObject failing = (PyObject) in.get("failing")) {
            switch (way) {
                case "getAttr":
                    failing.getAttr("value_" + what);
                    return;
                case "getAttr with type":
                    failing.getAttr("value_" + what, Integer.class);
                    return;
                case "setAttr":
                    failing.setAttr("value_" + what, 1);
                    return;
                case "invokeMethod":
                    failing.invokeMethod("fail", what);
                    return;
                case "invokeMethod with two":
                    failing.invokeMethod("fail", what, 1);
                    return;
                case "next":
                    PyIterator iterator = (PyIterator) failing.invokeMethod("iterate", what);
                    iterator.next();
                    iterator.next();
                    return;
                default:
                    throw new IllegalArgumentException(way);
            }
        }
    }
}
