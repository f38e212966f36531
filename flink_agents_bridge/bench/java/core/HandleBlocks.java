package flinkagentsbridge.bench;

import pemja.core.PythonInterpreter;

import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import java.util.concurrent.TimeUnit;

/**
 * {@code HandleBlocks BLOCKS SIZE}: makes Python objects for Java and keeps them; then drops them,
 * has them collected, and makes as many calls as give them all back. Calls with nothing to give
 * back follow, and are taken off, and so is what Python takes to end as many objects of its own.
 * The collector's own time is not counted: it runs for the whole application.
 */
final class HandleBlocks {

    private static final int CALLS_PER_BATCH = 256;
    private static final int WARM_UP = 3; // parts of the blocks beside them, for Java's compiler

    private final PythonInterpreter interpreter;
    private final int size;
    private final int calls;
    private Object[] kept;

    private HandleBlocks(PythonInterpreter interpreter, int size) {
        this.interpreter = interpreter;
        this.size = size;
        this.calls = size / CALLS_PER_BATCH + 1;
    }

    public static void main(String[] arguments) throws Exception {
        int blocks = Integer.parseInt(arguments[0]);
        PythonInterpreter interpreter = Python.open();
        interpreter.exec("import bench_handles as handles");
        Figures figures = new Figures();
        for (String kind : new String[] {"plain", "counted", "generator"}) {
            interpreter.invoke("handles.choose", kind);
            int size = Integer.parseInt(arguments[1]);
            new HandleBlocks(interpreter, size).run(figures, kind, blocks);
        }
        interpreter.close();
        figures.print();
    }

    private void run(Figures figures, String kind, int blocks) throws InterruptedException {
        double[][] rows = new double[4][blocks];
        for (int block = -blocks / WARM_UP; block < blocks; block++) {
            double making = (double) make() / size;
            kept = null;
            awaitCollected();
            double givingBack = (double) calls() / size;
            check();
            double idle = (double) calls() / size;
            double end = ((Number) interpreter.invoke("handles.end", size)).doubleValue() / size;
            if (block >= 0) {
                rows[0][block] = making;
                rows[1][block] = givingBack - idle - end;
                rows[2][block] = end;
                rows[3][block] = (givingBack - idle - end) / making;
            }
        }
        figures.put(kind + ".make_ns", Paired.median(rows[0]));
        figures.put(kind + ".give_back_ns", Paired.median(rows[1]));
        figures.put(kind + ".end_ns", Paired.median(rows[2]));
        figures.put(kind + ".share", Paired.median(rows[3]));
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
