package flinkagentsbridge.bench;

import pemja.core.PythonInterpreter;

import java.util.concurrent.atomic.AtomicReference;

/** {@code MemoryHandOff PAIRS}: the memory check beside the hand-off that it guards. */
final class MemoryHandOff {

    private MemoryHandOff() {}

    public static void main(String[] arguments) {
        PythonInterpreter interpreter = Python.open();
        interpreter.exec("import bench_memory");
        Object told =
                interpreter.invoke(
                        "bench_memory.beside_hand_off",
                        new AtomicReference<Object>(),
                        Integer.parseInt(arguments[0]));
        interpreter.close();
        System.out.println(Figures.MARK + told);
    }
}
