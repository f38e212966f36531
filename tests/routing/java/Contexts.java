package probe;

import org.slf4j.MDC;

import pemja.core.PythonInterpreter;

import java.net.URL;
import java.net.URLClassLoader;
import java.util.concurrent.Callable;

/** Looks at what follows a call into its lane. */
public final class Contexts {
    private final PythonInterpreter interpreter;
    private final ClassLoader loader = new URLClassLoader("of the caller", new URL[0], null);

    public Contexts(PythonInterpreter interpreter) {
        this.interpreter = interpreter;
    }

    /** Makes the call with a logging context and a class loader of its own. */
    public Callable<Object> calling(String function, String job) {
        return () -> {
            ClassLoader before = Thread.currentThread().getContextClassLoader();
            Thread.currentThread().setContextClassLoader(loader);
            MDC.put("flink-job-id", job);
            try {
                return interpreter.invoke(function, this);
            } finally {
                MDC.clear();
                Thread.currentThread().setContextClassLoader(before);
            }
        };
    }

    /** From Python: thread, logging context, class loader. */
    public String here() {
        ClassLoader own = Thread.currentThread().getContextClassLoader();
        return Thread.currentThread().getName() + "|" + MDC.get("flink-job-id") + "|" + label(own);
    }

    private static String label(ClassLoader own) {
        return own == null ? "none" : own.getName();
    }

    /** From Python: the logging context is gone and the loader another, for the call after this. */
    public void leaveBehind() {
        MDC.put("flink-job-id", "left behind");
        Thread.currentThread().setContextClassLoader(null);
    }

    public Object ask(String function) {
        return interpreter.invoke(function, this);
    }
}
