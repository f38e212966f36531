package probe;

import pemja.core.PythonInterpreter;

import java.util.Iterator;
import java.util.List;

/** Calls Python again, from methods and from where Pemja keeps the interpreter's lock. */
public final class CallsBack implements Iterable<Object> {
    private static final String THREAD = "hazard_probes.ident";

    private final PythonInterpreter interpreter;

    public CallsBack(PythonInterpreter interpreter) {
        this.interpreter = interpreter;
    }

    /** Has a function of Python look at this object. */
    public Object ask(String function) {
        return interpreter.invoke(function, this);
    }

    /** The context class loader of the thread that this runs on. */
    public String loader() {
        return String.valueOf(Thread.currentThread().getContextClassLoader());
    }

    @Override
    public String toString() {
        return String.valueOf(ask(THREAD));
    }

    @Override
    public Iterator<Object> iterator() {
        return List.of(ask(THREAD)).iterator();
    }

    /** Calls back while it is made. */
    public static final class Made {
        private final Object thread;

        public Made(CallsBack it) {
            thread = it.ask(THREAD);
        }

        public Object thread() {
            return thread;
        }
    }
}
