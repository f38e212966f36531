package io.github.flinkagentsbridge.benchmarks;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

import pemja.core.PythonInterpreter;
import pemja.core.PythonInterpreterConfig;

import java.util.concurrent.TimeUnit;

/**
 * One call of a trivial Python function on the thread that made the interpreter, by the name form
 * that Flink Agents uses. The same class runs bare and under the agent; the command line decides.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class OwnerCall {

    /** Kept, since what is measured is what a call allocates, not what its caller does. */
    private final Object[] arguments = {1};

    private PythonInterpreter interpreter;

    @Setup
    public void open() {
        interpreter =
                new PythonInterpreter(
                        PythonInterpreterConfig.newBuilder()
                                .setPythonExec(System.getProperty("python"))
                                .build());
        interpreter.exec(
                "import types\n"
                        + "trivial = types.ModuleType('trivial')\n"
                        + "trivial.call = lambda argument: argument");
    }

    @Benchmark
    public Object call() {
        return interpreter.invoke("trivial.call", arguments);
    }

    @TearDown
    public void close() {
        interpreter.close();
    }
}
