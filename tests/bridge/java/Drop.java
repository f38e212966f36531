package probe;

import pemja.core.PythonInterpreter;
import pemja.core.object.PyObject;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/** Makes handles and lets them go, and tells after each step what is left of them. */
public final class Drop {
    private static final Path STATUS = Path.of("/proc/self/status");

    private Drop() {}

    /** Each step's answer: what {@code counter} says is alive in Python, and megabytes resident. */
    public static Callable<List<long[]>> withoutClose(
            PythonInterpreter interpreter, String maker, String counter, int steps, int size) {
        return () -> {
            List<long[]> after = new ArrayList<>();
            for (int step = 0; step < steps; step++) {
                for (int i = 0; i < size; i++) {
                    interpreter.invoke(maker);
                }
                long alive = ((Number) interpreter.invoke(counter)).longValue();
                after.add(new long[] {alive, resident()});
            }
            return after;
        };
    }

    /**
     * Calls {@code maker} many times and keeps what it makes, then drops it and has it collected;
     * what {@code counter} says in between and at last.
     */
    public static Callable<List<Long>> untilDropped(
            PythonInterpreter interpreter, String maker, String counter, int times) {
        return () -> {
            List<Object> kept = new ArrayList<>();
            long before = ((Number) interpreter.invoke(counter)).longValue();
            for (int i = 0; i < times; i++) {
                kept.add(interpreter.invoke(maker));
            }
            long most = ((Number) interpreter.invoke(counter)).longValue();
            kept.clear();
            long left = most;
            for (int i = 0; left > before && i < 1_000; i++) {
                System.gc();
                left = ((Number) interpreter.invoke(counter)).longValue();
            }
            return List.of(most, left);
        };
    }

    /** Asks for collections until no more than {@code kept} are left, or the tries are used up. */
    public static Callable<Long> untilCollected(
            PythonInterpreter interpreter, String counter, int kept, int tries) {
        return () -> {
            long alive = Long.MAX_VALUE;
            for (int i = 0; alive > kept && i < tries; i++) {
                System.gc();
                alive = ((Number) interpreter.invoke(counter)).longValue();
            }
            return alive;
        };
    }

    /** Closes a handle while its own method runs in Python and waits for it. */
    public static final class Closer {
        private PyObject handle;

        /** Which handle to close. */
        public void of(PyObject closing) {
            handle = closing;
        }

        /** Called from that handle's method. */
        public void close() throws Exception {
            handle.close();
        }
    }

    private static long resident() throws IOException {
        return Files.readAllLines(STATUS).stream()
                .filter(line -> line.startsWith("VmRSS"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) / 1024)
                .sum();
    }
}
