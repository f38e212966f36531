package probe;

import io.github.flinkagentsbridge.pemja.Bridge;

import pemja.core.PythonInterpreter;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/** Threads of each kind that call the same functions in turn, all at once, for a while. */
public final class Relay {
    private static final int OF_EACH_KIND = 2;

    private final List<PythonInterpreter> interpreters;
    private final List<String> functions;
    private final Map<String, LongAdder> counts = new ConcurrentHashMap<>();
    private volatile boolean over;

    public Relay(List<PythonInterpreter> interpreters, List<String> functions) {
        this.interpreters = List.copyOf(interpreters);
        this.functions = List.copyOf(functions);
    }

    /** On the owner's thread: it calls too, and fails with the first failure of any. */
    public Callable<Map<String, Long>> running(int seconds) {
        return () -> {
            ExecutorService sources = Executors.newCachedThreadPool();
            List<Future<?>> others = new ArrayList<>();
            for (int i = 0; i < OF_EACH_KIND; i++) {
                String name = "source " + i;
                others.add(sources.submit(() -> callAll(name, interpreters)));
            }
            for (int i = 0; i < interpreters.size(); i++) {
                String name = "worker " + i + "-";
                List<PythonInterpreter> own = List.of(interpreters.get(i));
                ExecutorService workers = workersOf(own.get(0));
                for (int j = 0; j < OF_EACH_KIND; j++) {
                    String each = name + j;
                    others.add(workers.submit(() -> callAll(each, own)));
                }
                workers.shutdown();
            }
            sources.shutdown();
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
            for (int turn = 0; System.nanoTime() < end; turn++) {
                callOne("owner", interpreters, turn);
            }
            over = true;
            for (Future<?> other : others) {
                other.get();
            }
            return counts();
        };
    }

    private static ExecutorService workersOf(PythonInterpreter interpreter) {
        var threads = Bridge.managerOf(interpreter).managedThreads();
        return threads.manage(Executors.newFixedThreadPool(OF_EACH_KIND, threads));
    }

    private void callAll(String who, List<PythonInterpreter> on) {
        for (int turn = 0; !over; turn++) {
            callOne(who, on, turn);
        }
    }

    private void callOne(String who, List<PythonInterpreter> on, int turn) {
        String function = functions.get(turn % functions.size());
        on.get(turn / functions.size() % on.size()).invoke(function, this);
        counts.computeIfAbsent(who, key -> new LongAdder()).increment();
    }

    /** How many calls of each thread have come back so far. */
    public Map<String, Long> counts() {
        Map<String, Long> now = new TreeMap<>();
        counts.forEach((who, count) -> now.put(who, count.sum()));
        return now;
    }

    /** From Python: into the first interpreter again. */
    public Object ask(String function) {
        return interpreters.get(0).invoke(function, (Object) null);
    }

    /** From Python, with the interpreter's lock held. */
    @Override
    public String toString() {
        return String.valueOf(ask("gil_probes.tick"));
    }
}
