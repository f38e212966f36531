package probe;

import pemja.core.PythonInterpreter;
import pemja.core.object.PyObject;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;

/** Many equal calls, made in Java for their speed; the answer tells how often which result came. */
public final class Loop {
    private Loop() {}

    /** Invokes the names in turn, each {@code times} times. */
    public static Callable<Map<String, Integer>> invoking(
            PythonInterpreter interpreter, List<String> names, List<?> arguments, int times) {
        return () -> {
            Map<String, Integer> counts = new TreeMap<>();
            for (int i = 0; i < times; i++) {
                for (String name : names) {
                    Object result = interpreter.invoke(name, arguments.toArray());
                    counts.merge(String.valueOf(result), 1, Integer::sum);
                }
            }
            return counts;
        };
    }

    /** Calls one method of a Python object. */
    public static Callable<Map<String, Integer>> asking(
            PyObject handle, String method, List<?> arguments, int times) {
        return () -> {
            Map<String, Integer> counts = new TreeMap<>();
            for (int i = 0; i < times; i++) {
                Object result = handle.invokeMethod(method, arguments.toArray());
                counts.merge(String.valueOf(result), 1, Integer::sum);
            }
            return counts;
        };
    }
}
