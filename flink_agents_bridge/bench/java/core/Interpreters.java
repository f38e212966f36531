package flinkagentsbridge.bench;

import pemja.core.PythonInterpreter;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;

/**
 * {@code Interpreters threads|managers|managed|lanes COUNT}: time and memory of each interpreter,
 * its thread included; {@code threads} is what the thread alone takes.
 */
final class Interpreters {

    private static final int FIRST = 4; // what the first ones load is not theirs

    private final CountDownLatch end = new CountDownLatch(1);
    private final List<Thread> living = new ArrayList<>();

    /** Opened by the thread that was started last, once its interpreter is there. */
    private volatile CountDownLatch current;

    private Interpreters() {}

    public static void main(String[] arguments) throws Exception {
        int count = Integer.parseInt(arguments[1]);
        PythonInterpreter interpreter = Python.open();
        Interpreters all = new Interpreters();
        ThreadFactory threads =
                arguments[0].equals("managed") ? Python.managed(interpreter) : Thread::new;
        Runnable task = () -> all.use(arguments[0], interpreter);
        all.start(threads, task, FIRST);
        long before = residentKibibytes();
        long begin = System.nanoTime();
        all.start(threads, task, count);
        Figures figures = new Figures();
        figures.put("each_ns", (double) (System.nanoTime() - begin) / count);
        figures.put("each_kib", (double) (residentKibibytes() - before) / count);
        all.end.countDown();
        for (Thread each : all.living) {
            each.join();
        }
        interpreter.close();
        figures.print();
    }

    /** One after the other: each is there when the next begins. */
    private void start(ThreadFactory threads, Runnable task, int count)
            throws InterruptedException {
        for (int i = 0; i < count; i++) {
            CountDownLatch ready = new CountDownLatch(1);
            current = ready;
            Thread made = threads.newThread(task);
            living.add(made);
            made.start();
            ready.await();
        }
    }

    private void use(String kind, PythonInterpreter shared) {
        CountDownLatch ready = current;
        PythonInterpreter own = kind.equals("managers") ? Python.open() : shared;
        if (!kind.equals("threads")) {
            own.invoke("work.same", 1);
        }
        ready.countDown();
        try {
            end.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        if (own != shared) {
            own.close();
        }
    }

    private static long residentKibibytes() throws IOException {
        System.gc();
        return Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(line -> line.startsWith("VmRSS"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D+", "")))
                .findFirst()
                .orElseThrow();
    }
}
