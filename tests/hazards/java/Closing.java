package probe;

import pemja.core.PythonInterpreter;
import pemja.core.object.PyObject;

import java.util.concurrent.Callable;

/** Closes handles once more than they have been made. */
public final class Closing {
    private Closing() {}

    /** Makes so many objects, one after the other, and closes each of them twice. */
    public static Callable<Integer> twice(PythonInterpreter interpreter, String maker, int times) {
        return () -> {
            for (int i = 0; i < times; i++) {
                PyObject made = (PyObject) interpreter.invoke(maker);
                made.close();
                made.close();
            }
            return times;
        };
    }
}
