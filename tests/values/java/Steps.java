package probe;

import pemja.core.PythonInterpreter;
import pemja.core.object.PyIterator;
import pemja.core.object.PyObject;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;

/** Every public method of Pemja's, to be called with whatever values by whichever thread. */
public final class Steps {
    private final PythonInterpreter interpreter;
    private final List<PyObject> handles = new CopyOnWriteArrayList<>();

    public Steps(PythonInterpreter interpreter) {
        this.interpreter = interpreter;
    }

    /**
     * One call; the answer is the result with its type. A Python object is kept, and numbered.
     *
     * @param names UTF-16 units of the name, or of two with a dash between
     * @param recipe the values, see {@link Recipe}
     */
    public Callable<String> step(String method, String names, String recipe) {
        String[] parts = names.split("-", -1);
        String name = Recipe.string(parts[0]);
        String other = parts.length > 1 ? Recipe.string(parts[1]) : "";
        Object[] values = new Recipe(recipe, handles).values();
        return () -> keep(call(method, name, other, values));
    }

    /** As {@link #step}, for a thread that Python makes, which will run it. */
    public Outcome prepared(Callable<String> step) {
        return new Outcome(step);
    }

    private String keep(Object result) {
        if (result instanceof PyObject) {
            handles.add((PyObject) result);
        }
        return Shown.text(result);
    }

    private Object call(String method, String name, String other, Object[] values)
            throws Exception {
        switch (method) {
            case "set":
                interpreter.set(name, values[0]);
                return null;
            case "get":
                return interpreter.get(name);
            case "get with type":
                return interpreter.get(name, (Class<?>) values[0]);
            case "invoke":
                return interpreter.invoke(name, values);
            case "invoke with keywords":
                return interpreter.invoke(name, keywords(other, values));
            case "invoke with both":
                return interpreter.invoke(name, values, keywords(other, values));
            case "invokeMethod":
                return interpreter.invokeMethod(name, other, values);
            case "exec":
                interpreter.exec(name);
                return null;
            default:
                return call(method, name, (PyObject) values[0], values);
        }
    }

    private static Map<String, Object> keywords(String name, Object[] values) {
        Map<String, Object> keywords = new LinkedHashMap<>();
        keywords.put(name, values[0]);
        return keywords;
    }

    private static Object call(String method, String name, PyObject handle, Object[] values)
            throws Exception {
        switch (method) {
            case "handle.getAttr":
                return handle.getAttr(name);
            case "handle.getAttr with type":
                return handle.getAttr(name, (Class<?>) values[1]);
            case "handle.setAttr":
                handle.setAttr(name, values[1]);
                return null;
            case "handle.invokeMethod":
                return handle.invokeMethod(name, rest(values));
            case "handle.close":
                handle.close();
                return null;
            case "handle.hasNext":
                return ((PyIterator) handle).hasNext();
            case "handle.next":
                return ((PyIterator) handle).next();
            default:
                throw new IllegalArgumentException(method);
        }
    }

    private static Object[] rest(Object[] values) {
        return Arrays.copyOfRange(values, 1, values.length);
    }
}
