package flinkagentsbridge.bench;

import pemja.core.PythonInterpreter;

import java.util.Arrays;
import java.util.concurrent.ThreadFactory;

/** {@code Calls owner|managed|lane BLOCKS CALLS}: what one call costs by one route. */
final class Calls {

    private static final int KILOBYTE = 1_000;

    private Calls() {}

    public static void main(String[] arguments) throws Exception {
        int blocks = Integer.parseInt(arguments[1]);
        int calls = Integer.parseInt(arguments[2]);
        PythonInterpreter interpreter = Python.open();
        Figures figures = new Figures();
        Runnable all = () -> measureAll(figures, interpreter, blocks, calls);
        if (arguments[0].equals("owner")) {
            all.run();
        } else {
            ThreadFactory threads =
                    arguments[0].equals("managed") ? Python.managed(interpreter) : Thread::new;
            Thread caller = threads.newThread(all);
            caller.start();
            caller.join();
        }
        interpreter.close();
        figures.print();
    }

    private static void measureAll(
            Figures figures, PythonInterpreter interpreter, int blocks, int calls) {
        measure(figures, "trivial", blocks, calls, interpreter, 1);
        measure(figures, "1kB", blocks, calls / 2, interpreter, text(KILOBYTE));
        measure(figures, "100kB", blocks, calls / 50, interpreter, text(100 * KILOBYTE));
    }

    private static void measure(
            Figures figures,
            String name,
            int blocks,
            int calls,
            PythonInterpreter interpreter,
            Object argument) {
        // One array for all calls: what is allocated is what the call allocates.
        Object[] arguments = {argument};
        Meter.measure(
                figures,
                name,
                blocks,
                Math.max(calls, 10),
                () -> interpreter.invoke("work.same", arguments));
    }

    private static String text(int length) {
        char[] letters = new char[length];
        Arrays.fill(letters, 'a');
        return new String(letters);
    }
}
