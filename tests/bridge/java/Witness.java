package probe;

import pemja.core.PythonInterpreter;

import java.util.concurrent.atomic.AtomicReference;

/** What Python code gets to call back, from whichever thread it runs on. */
public final class Witness {
    private final PythonInterpreter interpreter;
    private final AtomicReference<Object> kept = new AtomicReference<>();

    public Witness(PythonInterpreter interpreter) {
        this.interpreter = interpreter;
    }

    /** The name of the thread that Python calls from. */
    public String thread() {
        return Thread.currentThread().getName();
    }

    /** Goes back into Python, with this object as the argument. */
    public Object ask(String function) {
        return interpreter.invoke(function, this);
    }

    public void shut() {
        interpreter.close();
    }

    public void keep(Object value) {
        kept.set(value);
    }

    public Object kept() {
        return kept.get();
    }
}
