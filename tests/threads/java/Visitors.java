package probe;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

/** Notes the threads that call it, and tells which of them the JVM still has. */
public final class Visitors {
    private final Queue<Thread> threads = new ConcurrentLinkedQueue<>();

    /** Notes the calling thread and gives back what it was given, for the caller to keep. */
    public Object visit(Object value) {
        threads.add(Thread.currentThread());
        return value;
    }

    public int count() {
        return (int) threads.stream().distinct().count();
    }

    /** How many the JVM still has when all had some time to go. */
    public int left(int seconds) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        for (Thread thread : threads) {
            long millis = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
            thread.join(Math.max(1, millis));
        }
        return (int) threads.stream().distinct().filter(Thread::isAlive).count();
    }
}
