package probe;

import io.github.flinkagentsbridge.pemja.Bridge;

import pemja.core.PythonInterpreter;

import java.lang.management.ManagementFactory;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** Owner, workers and source threads that all call at once, until the owner closes under them. */
public final class Soak {
    private static final int SOURCES = 8;
    private static final int WORKERS = 4;

    private final Map<String, LongAdder> counts = new ConcurrentHashMap<>();
    private final AtomicBoolean over = new AtomicBoolean();
    private final Set<Thread> before = Thread.getAllStackTraces().keySet();
    private final List<Integer> liveThreads = Collections.synchronizedList(new ArrayList<>());
    private final AtomicLong nextCycle = new AtomicLong(System.nanoTime());
    private final PythonInterpreter interpreter;

    public Soak(PythonInterpreter interpreter) {
        this.interpreter = interpreter;
    }

    /** On the owner's thread: calls for so long, then closes while the others call on. */
    public Callable<Map<String, Long>> running(int seconds) {
        return () -> {
            ScheduledExecutorService meter = meter();
            List<Thread> sources = new ArrayList<>();
            for (int i = 0; i < SOURCES; i++) {
                sources.add(start("soak-source-" + i, i % 2 == 0, new Random(i)));
            }
            var managed = Bridge.managerOf(interpreter).managedThreads();
            ExecutorService workers =
                    managed.manage(Executors.newFixedThreadPool(WORKERS, managed));
            for (int i = 0; i < WORKERS; i++) {
                Random random = new Random(100 + i);
                workers.execute(() -> callUntilRefused("worker", random));
            }
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
            Random random = new Random(1000);
            while (System.nanoTime() < end) {
                callOnce("owner", random);
            }
            interpreter.close();
            for (Thread source : sources) {
                source.join();
            }
            meter.shutdown();
            Map<String, Long> result = new TreeMap<>();
            counts.forEach((what, count) -> result.put(what, count.sum()));
            return result;
        };
    }

    /** Counts the threads that this JVM has on its books, once a second. */
    private ScheduledExecutorService meter() {
        var books = ManagementFactory.getThreadMXBean();
        ScheduledExecutorService meter = Executors.newSingleThreadScheduledExecutor();
        meter.scheduleAtFixedRate(
                () -> liveThreads.add(books.getThreadCount()), 1, 1, TimeUnit.SECONDS);
        return meter;
    }

    /** What was counted, second by second. */
    public List<Integer> liveThreads() {
        return List.copyOf(liveThreads);
    }

    /** Names of the threads that this JVM has now and had not when this was made. */
    public List<String> newThreads() {
        List<String> names = new ArrayList<>();
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (!before.contains(thread)) {
                names.add(thread.getName());
            }
        }
        return names;
    }

    /** Half of them are virtual where Java has such threads. */
    private Thread start(String name, boolean virtual, Random random) throws Exception {
        Runnable body = () -> callUntilRefused("source", random);
        if (Runtime.version().feature() >= 21 && virtual) {
            Method start = Thread.class.getMethod("startVirtualThread", Runnable.class);
            count("virtual threads");
            return (Thread) start.invoke(null, body);
        }
        Thread thread = new Thread(body, name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private void callUntilRefused(String who, Random random) {
        while (!over.get()) {
            callOnce(who, random);
        }
    }

    private void callOnce(String who, Random random) {
        String function = chosen(who, random.nextInt(1000));
        try {
            interpreter.invoke(function, this);
            count(who + ": " + function);
        } catch (Exception failure) {
            String kind = failure.getClass().getSimpleName();
            if (kind.equals("ManagerClosedException")) {
                over.set(true);
            }
            count(who + ": " + function + " " + kind);
        }
    }

    /** Few failures, since Pemja itself, without the bridge too, keeps some memory for each. */
    private String chosen(String who, int number) {
        if (number < 10) {
            return "fail";
        }
        if (number < 30 && mayStartThread(who)) {
            return "on_a_thread";
        }
        return number < 400 ? "nest" : "work";
    }

    /**
     * Without limit where the lanes are free to serve the thread. Where one of them waits for it,
     * it may be given that very lane, which then rests until the cycle is proven: one a second.
     */
    private boolean mayStartThread(String who) {
        if (!who.equals("source")) {
            return true;
        }
        long now = System.nanoTime();
        long due = nextCycle.get();
        return now - due >= 0 && nextCycle.compareAndSet(due, now + 1_000_000_000L);
    }

    private void count(String what) {
        counts.computeIfAbsent(what, key -> new LongAdder()).increment();
    }

    /** From Python: back in again. */
    public Object ask(String function) {
        return interpreter.invoke(function, this);
    }

    /** From Python. */
    public String thread() {
        return Thread.currentThread().getName();
    }
}
