package patched;

import pemja.core.PythonInterpreter;
import pemja.core.PythonInterpreterConfig;
import pemja.core.object.PyObject;

import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Calls Pemja as any application does: by instructions that name its classes. */
public final class Direct {

    private static final int THREADS = 4;
    private static final int CALLS = 150;

    private Direct() {}

    /** Prints what each step came to. */
    public static void main(String[] arguments) throws Exception {
        PythonInterpreter interpreter =
                new PythonInterpreter(
                        PythonInterpreterConfig.newBuilder()
                                .setPythonExec(arguments[0])
                                .addPythonPaths(arguments[1])
                                .build());
        interpreter.exec("from probes import *");
        interpreter.set("x", 20);
        System.out.println(interpreter.get("x") + " " + interpreter.get("x", Long.class));
        System.out.println(fromThreads(() -> interpreter.invoke("deep", 30)));
        PyObject handle = (PyObject) interpreter.invoke("make", 30);
        System.out.println(fromThreads(() -> handle.invokeMethod("dive")));
        System.out.println(interpreter.invoke("deep", Map.of("depth", 2)));
        System.out.println(interpreter.invoke("deep", new Object[] {3}, Map.of()));
        handle.setAttr("mark", "m");
        System.out.println(handle.getAttr("mark") + " " + handle.getAttr("mark", String.class));
        handle.close();
        handle.close();
        System.out.println(refused(() -> handle.getAttr("mark")));
        interpreter.close();
        System.out.println(refused(() -> interpreter.get("x")));
        System.getProperties().store(OutputStream.nullOutputStream(), "text alone");
    }

    private static long fromThreads(Callable<Object> call) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<Future<Long>> sums = new ArrayList<>();
            for (int n = 0; n < THREADS; n++) {
                sums.add(threads.submit(() -> repeat(call)));
            }
            long sum = 0;
            for (Future<Long> each : sums) {
                sum += each.get();
            }
            return sum;
        } finally {
            threads.shutdown();
        }
    }

    private static long repeat(Callable<Object> call) throws Exception {
        long sum = 0;
        for (int n = 0; n < CALLS; n++) {
            sum += ((Number) call.call()).longValue();
        }
        return sum;
    }

    private static String refused(Callable<Object> call) {
        try {
            return "answered " + Arrays.asList(call.call());
        } catch (Exception refusal) {
            return refusal.getClass().getSimpleName();
        }
    }
}
