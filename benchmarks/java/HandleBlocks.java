import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import java.util.concurrent.TimeUnit;
import pemja.core.PythonInterpreter;

/** Makes Python objects for Java, drops them, and has them given back, block by block. */
public final class HandleBlocks {

    private static final int CALLS_PER_BATCH = 256;

    private final PythonInterpreter interpreter;
    private final int size;
    private final int calls;
    private Object[] kept;

    /**
     * @param size objects in a block
     */
    public HandleBlocks(PythonInterpreter interpreter, int size) {
        this.interpreter = interpreter;
        this.size = size;
        this.calls = size / CALLS_PER_BATCH + 1;
    }

    /**
     * Nanoseconds of each block: making, giving back, the same calls with nothing to give back, and
     * what Python takes to end as many objects of its own.
     */
    public long[][] run(int blocks) throws InterruptedException {
        long[][] rows = new long[blocks][];
        for (int block = 0; block < blocks; block++) {
            long make = make();
            kept = null;
            awaitCollected();
            long givingBack = calls();
            check();
            long idle = calls();
            long end = ((Number) interpreter.invoke("handles.end", size)).longValue();
            rows[block] = new long[] {make, givingBack, idle, end};
        }
        return rows;
    }

    private long make() {
        kept = new Object[size];
        long begin = System.nanoTime();
        for (int i = 0; i < size; i++) {
            kept[i] = interpreter.invoke("handles.make", 1);
        }
        return System.nanoTime() - begin;
    }

    private long calls() {
        long begin = System.nanoTime();
        for (int i = 0; i < calls; i++) {
            interpreter.invoke("handles.nothing", 1);
        }
        return System.nanoTime() - begin;
    }

    /**
     * What is found by one collection may be reported along with the next one's, in any order; the
     * one after that is reported later.
     */
    private static void awaitCollected() throws InterruptedException {
        System.gc();
        awaitOne();
        awaitOne();
    }

    private static void awaitOne() throws InterruptedException {
        ReferenceQueue<Object> reported = new ReferenceQueue<>();
        PhantomReference<Object> last = new PhantomReference<>(new Object(), reported);
        do {
            System.gc();
        } while (reported.remove(10) != last);
    }

    /** The thread that looks after idle interpreters may be giving some back, too. */
    private void check() {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (((Number) interpreter.invoke("handles.alive", 1)).longValue() > 0) {
            if (System.nanoTime() - deadline > 0) {
                throw new IllegalStateException("objects were not given back");
            }
        }
    }
}
