package flinkagentsbridge.bench;

import pemja.core.PythonInterpreter;

/** {@code MarkedHops HOPS}: calls through a lane between two marks, for {@link UnparkCounter}. */
final class MarkedHops {

    private MarkedHops() {}

    public static void main(String[] arguments) throws Exception {
        int hops = Integer.parseInt(arguments[0]);
        PythonInterpreter interpreter = Python.open();
        Thread caller =
                new Thread(
                        () -> {
                            hop(interpreter, hops);
                            mark();
                            hop(interpreter, hops);
                            mark();
                        });
        caller.start();
        caller.join();
        interpreter.close();
    }

    private static void hop(PythonInterpreter interpreter, int times) {
        for (int i = 0; i < times; i++) {
            interpreter.invoke("work.same", 1);
        }
    }

    /** Where the debugger begins and ends to count. */
    private static void mark() {}
}
