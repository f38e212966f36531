package waiting;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** What awaited calls wait for, by name. */
public final class Gates {
    private static final long PATIENCE = 60;
    private static final Map<String, CountDownLatch> GATES = new ConcurrentHashMap<>();
    private static final Map<String, AtomicInteger> COUNTS = new ConcurrentHashMap<>();

    private Gates() {}

    private static CountDownLatch gate(String name) {
        return GATES.computeIfAbsent(name, absent -> new CountDownLatch(1));
    }

    /** Waits until it is open; it stays open. */
    public static void passThrough(String name) throws InterruptedException {
        note("at " + name);
        if (!gate(name).await(PATIENCE, TimeUnit.SECONDS)) {
            throw new IllegalStateException("nobody has opened " + name);
        }
        if (name.startsWith("fail")) {
            throw new IllegalStateException("this gate fails");
        }
    }

    public static boolean isOpen(String name) {
        return gate(name).getCount() == 0;
    }

    public static void open(String name) {
        gate(name).countDown();
    }

    /** Opens all that somebody has come to, or will have; the names are free again. */
    public static void openAll() {
        GATES.values().forEach(CountDownLatch::countDown);
        GATES.clear();
    }

    /** Notes that something has happened. */
    public static int note(String what) {
        return COUNTS.computeIfAbsent(what, absent -> new AtomicInteger()).incrementAndGet();
    }

    /** How often it has happened. */
    public static int count(String what) {
        AtomicInteger count = COUNTS.get(what);
        return count == null ? 0 : count.get();
    }
}
