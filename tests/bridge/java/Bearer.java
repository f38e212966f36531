package probe;

import pemja.core.PythonInterpreter;
import pemja.core.object.PyObject;

/** Has a Python object and uses it, on whichever thread and from inside whatever. */
public final class Bearer {
    private final PyObject handle;

    public Bearer(PyObject handle) {
        this.handle = handle;
    }

    /** Calls one of its methods. */
    public Object ask(String method) {
        return handle.invokeMethod(method);
    }

    /** Hands it to a function of some interpreter. */
    public Object handTo(PythonInterpreter interpreter, String function) {
        return interpreter.invoke(function, handle);
    }

    /** Hands it back to the Python code that asks. */
    public PyObject give() {
        return handle;
    }

    public void drop() throws Exception {
        handle.close();
    }
}
