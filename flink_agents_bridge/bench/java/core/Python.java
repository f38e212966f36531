package flinkagentsbridge.bench;

import io.github.flinkagentsbridge.pemja.Bridge;

import pemja.core.PythonInterpreter;
import pemja.core.PythonInterpreterConfig;

import java.util.concurrent.ThreadFactory;

/** Makes interpreters, bare or woven, whichever this JVM has. */
final class Python {

    private Python() {}

    static PythonInterpreter open() {
        String executable = System.getProperty("python");
        PythonInterpreter made =
                new PythonInterpreter(
                        PythonInterpreterConfig.newBuilder().setPythonExec(executable).build());
        made.exec("import bench_work as work");
        return made;
    }

    /** Makes managed workers of an interpreter's manager; needs the bridge. */
    static ThreadFactory managed(PythonInterpreter interpreter) {
        return Bridge.managerOf(interpreter).managedThreads();
    }
}
