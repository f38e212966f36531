package probe;

import pemja.core.PythonInterpreter;
import pemja.core.PythonInterpreterConfig;

import java.util.List;
import java.util.concurrent.Callable;

/** Makes interpreters as an application does. */
public final class Primaries {
    private Primaries() {}

    /** Makes one on the thread that runs the task, which becomes its owner. */
    public static Callable<PythonInterpreter> making(String python, List<String> searchPaths) {
        return () ->
                new PythonInterpreter(
                        PythonInterpreterConfig.newBuilder()
                                .setPythonExec(python)
                                .addPythonPaths(searchPaths.toArray(new String[0]))
                                .build());
    }
}
