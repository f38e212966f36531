package flinkagentsbridge.bench;

import pemja.core.PythonInterpreter;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * {@code Scale fresh|dead|managers|threads|lanes COUNT BLOCKS CALLS}: the price of a call in a JVM
 * that has seen so many of something before.
 */
final class Scale {

    private static final int MOST_LIVING_MANAGERS = 64;

    private final PythonInterpreter interpreter = Python.open();
    private final CountDownLatch end = new CountDownLatch(1);
    private final List<Thread> living = new ArrayList<>();

    private Scale() {}

    public static void main(String[] arguments) throws Exception {
        Scale scale = new Scale();
        int count = Integer.parseInt(arguments[1]);
        switch (arguments[0]) {
            case "dead":
                scale.callOnce(count);
                break;
            case "managers":
                scale.makeManagers(count);
                break;
            case "lanes":
                scale.keepSources(count);
                break;
            case "threads":
                // As many as there are with so many lanes: a lane's and its source's.
                scale.keep(2 * count, () -> {}, () -> {});
                break;
            default:
                break;
        }
        Figures figures =
                scale.measure(Integer.parseInt(arguments[2]), Integer.parseInt(arguments[3]));
        scale.end.countDown();
        for (Thread each : scale.living) {
            each.join();
        }
        scale.interpreter.close();
        figures.print();
    }

    private Figures measure(int blocks, int calls) throws InterruptedException {
        Figures figures = new Figures();
        Meter.Call call = () -> interpreter.invoke("work.same", 1);
        Meter.measure(figures, "owner", blocks, calls, call);
        Thread source =
                new Thread(() -> Meter.measure(figures, "lane", blocks, calls / 10 + 1, call));
        source.start();
        source.join();
        return figures;
    }

    private void callOnce(int count) throws InterruptedException {
        for (int i = 0; i < count; i++) {
            Thread source = new Thread(() -> interpreter.invoke("work.same", 1));
            source.start();
            source.join();
        }
    }

    private void keepSources(int count) throws InterruptedException {
        keep(count, () -> interpreter.invoke("work.same", 1), () -> {});
    }

    private void makeManagers(int count) throws InterruptedException {
        int living = Math.min(count, MOST_LIVING_MANAGERS);
        for (int i = 0; i < count - living; i++) {
            Thread owner = new Thread(() -> Python.open().close());
            owner.start();
            owner.join();
        }
        ThreadLocal<PythonInterpreter> own = new ThreadLocal<>();
        keep(living, () -> own.set(Python.open()), () -> own.get().close());
    }

    private void keep(int count, Runnable first, Runnable last) throws InterruptedException {
        CountDownLatch ready = new CountDownLatch(count);
        for (int i = 0; i < count; i++) {
            Thread thread =
                    new Thread(
                            () -> {
                                first.run();
                                ready.countDown();
                                await(end);
                                last.run();
                            });
            living.add(thread);
            thread.start();
        }
        ready.await();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
