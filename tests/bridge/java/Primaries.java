package probe;

import pemja.core.PythonInterpreter;
import pemja.core.PythonInterpreterConfig;
import pemja.core.PythonInterpreterConfig.ExecType;

import java.util.List;
import java.util.concurrent.Callable;

/** Makes interpreters as an application does. */
public final class Primaries {
    private Primaries() {}

    /** Makes one on the thread that runs the task, which becomes its owner. */
    public static Callable<PythonInterpreter> making(String python, List<String> searchPaths) {
        return () -> make(python, searchPaths, ExecType.MULTI_THREAD);
    }

    /** Makes a sub-interpreter on the thread that runs the task. */
    public static Callable<PythonInterpreter> makingSub(String python, List<String> searchPaths) {
        return () -> make(python, searchPaths, ExecType.SUB_INTERPRETER);
    }

    private static PythonInterpreter make(String python, List<String> searchPaths, ExecType type) {
        return new PythonInterpreter(
                PythonInterpreterConfig.newBuilder()
                        .setPythonExec(python)
                        .setExcType(type)
                        .addPythonPaths(searchPaths.toArray(new String[0]))
                        .build());
    }
}
