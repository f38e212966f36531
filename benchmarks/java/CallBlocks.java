import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.LongStream;
import pemja.core.PythonInterpreter;
import pemja.core.PythonInterpreterConfig;

/**
 * Calls a trivial Python function in blocks, on the thread that made the interpreter ("owner") or
 * from another and so through a lane ("lane"), and prints the processor time of a call in each
 * block: what the machine runs beside it counts for little there. Warm-up blocks come first.
 */
public final class CallBlocks {

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final int WARM_UP = 10;
    private static final int BLOCKS = 30;

    private CallBlocks() {}

    public static void main(String[] arguments) throws Exception {
        boolean onLane = arguments[1].equals("lane");
        ExecutorService owner = Executors.newSingleThreadExecutor();
        PythonInterpreter interpreter = owner.submit(() -> open(arguments[0])).get();
        Runnable work = () -> run(interpreter, onLane ? 2_000 : 20_000);
        if (onLane) {
            work.run();
        } else {
            owner.submit(work).get();
        }
        owner.submit(interpreter::close).get();
        owner.shutdown();
    }

    private static PythonInterpreter open(String python) {
        PythonInterpreter made =
                new PythonInterpreter(
                        PythonInterpreterConfig.newBuilder().setPythonExec(python).build());
        made.exec(
                "import types\n"
                        + "trivial = types.ModuleType('trivial')\n"
                        + "trivial.call = lambda argument: argument");
        return made;
    }

    private static void run(PythonInterpreter interpreter, int calls) {
        long[] threads = null;
        for (int block = 0; block < WARM_UP + BLOCKS; block++) {
            long begun = block < WARM_UP ? 0 : processorTime(threads);
            for (int call = 0; call < calls; call++) {
                interpreter.invoke("trivial.call", 1);
            }
            if (block >= WARM_UP) {
                System.out.println((double) (processorTime(threads) - begun) / calls);
            }
            threads = threads == null ? atWork() : threads;
        }
    }

    /** This thread and its lane, if it has one. */
    private static long[] atWork() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(each -> each == Thread.currentThread() || each.getName().contains("-lane-"))
                .filter(each -> !each.getName().startsWith("bridge-"))
                .mapToLong(Thread::getId)
                .toArray();
    }

    private static long processorTime(long[] threads) {
        return LongStream.of(threads).map(THREADS::getThreadCpuTime).sum();
    }
}
