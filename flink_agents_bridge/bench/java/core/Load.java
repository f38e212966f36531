package flinkagentsbridge.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * {@code Load DOOR THREADS,... FUNCTION=CALLS ...}: the same calls from so many threads at a time,
 * for each number of threads; {@code CALLS} by each thread.
 */
final class Load {

    public static void main(String[] arguments) throws Exception {
        Figures figures = new Figures();
        try (Door door = Doors.open(arguments[0]);
                SlowServer server = new SlowServer()) {
            for (int i = 2; i < arguments.length; i++) {
                String[] work = arguments[i].split("=");
                for (String threads : arguments[1].split(",")) {
                    Object argument = work[0].equals("ask") ? server.address() : (Object) 1;
                    int calls = Integer.parseInt(work[1]);
                    new Load(door, work[0], argument, calls, Integer.parseInt(threads))
                            .run(figures);
                }
            }
        }
        figures.print();
    }

    private final Door door;
    private final String function;
    private final Object argument;
    private final int calls;
    private final int threads;
    private final long[] times;
    private final CountDownLatch ready;
    private final CountDownLatch go = new CountDownLatch(1);
    private final CountDownLatch done;
    private final List<Throwable> failures = new ArrayList<>();

    private Load(Door door, String function, Object argument, int calls, int threads) {
        this.door = door;
        this.function = function;
        this.argument = argument;
        this.calls = calls;
        this.threads = threads;
        times = new long[calls * threads];
        ready = new CountDownLatch(threads);
        done = new CountDownLatch(threads);
    }

    private void run(Figures figures) throws Exception {
        List<Thread> callers = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            int first = i * calls;
            callers.add(door.thread(() -> work(first)));
        }
        callers.forEach(Thread::start);
        ready.await();
        long used = Meter.SYSTEM.getProcessCpuTime();
        long begin = System.nanoTime();
        go.countDown();
        done.await();
        long time = System.nanoTime() - begin;
        used = Meter.SYSTEM.getProcessCpuTime() - used;
        for (Thread caller : callers) {
            caller.join();
        }
        if (!failures.isEmpty()) {
            throw new IllegalStateException(function + " failed", failures.get(0));
        }
        String name = function + "." + threads;
        figures.put(name + ".rate", times.length * 1e9 / time);
        figures.put(name + ".cpu_ns", (double) used / times.length);
        Meter.percentiles(figures, name, times);
    }

    private void work(int first) {
        try {
            Object warm = door.call(function, argument); // makes what the thread needs
            ready.countDown();
            go.await();
            for (int i = 0; i < calls; i++) {
                long begin = System.nanoTime();
                Meter.sink = door.call(function, argument);
                times[first + i] = System.nanoTime() - begin;
            }
            Meter.sink = warm;
        } catch (Throwable failure) {
            synchronized (failures) {
                failures.add(failure);
            }
            ready.countDown();
        } finally {
            done.countDown();
            door.leave();
        }
    }
}
