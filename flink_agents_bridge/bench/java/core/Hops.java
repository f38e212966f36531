package flinkagentsbridge.bench;

import pemja.core.PythonInterpreter;

import java.util.concurrent.FutureTask;
import java.util.function.Function;

/**
 * {@code Hops BLOCKS CALLS}: a call through a lane beside hand-offs to the owner thread, which
 * makes the same call inline; block by block in one JVM.
 */
final class Hops {

    private final int blocks;
    private final int calls;
    private final Figures figures = new Figures();

    private Hops(int blocks, int calls) {
        this.blocks = blocks;
        this.calls = calls;
    }

    public static void main(String[] arguments) throws Exception {
        PythonInterpreter interpreter = Python.open();
        Hops hops = new Hops(Integer.parseInt(arguments[0]), Integer.parseInt(arguments[1]));
        HandOff handOff = new HandOff();
        HandOff.Tasks tasks = new HandOff.Tasks();
        Thread caller = new Thread(() -> hops.run(interpreter, handOff, tasks), "hop-caller");
        caller.start();
        handOff.serve();
        for (Runnable task = tasks.take(); task != LAST; task = tasks.take()) {
            task.run();
        }
        caller.join();
        interpreter.close();
        hops.figures.print();
    }

    private static final Runnable LAST = () -> {};

    private void run(PythonInterpreter interpreter, HandOff handOff, HandOff.Tasks tasks) {
        Meter.Call call = () -> interpreter.invoke("work.same", 1);
        Meter.Call nothing = () -> 1L;
        Function<Meter.Call, Object> executor = each -> inExecutor(tasks, each);
        Paired paired = new Paired(blocks, calls);
        paired.measure(call, () -> handOff.call(call));
        paired.into(figures, "lane", "park");
        Paired empty = new Paired(blocks, calls);
        empty.measure(() -> handOff.call(call), () -> handOff.call(nothing));
        empty.into(figures, "parkAgain", "parkEmpty");
        Paired control = new Paired(blocks, calls);
        control.measure(() -> handOff.call(call), () -> handOff.call(call));
        control.into(figures, "control", "parkControl");
        bytes(call);
        handOff.call(HandOff.END);
        Paired executors = new Paired(blocks, calls);
        executors.measure(call, () -> executor.apply(call));
        executors.into(figures, "laneBesideExecutor", "executor");
        tasks.add(LAST);
    }

    private void bytes(Meter.Call lane) {
        long before = allocated();
        for (int i = 0; i < calls; i++) {
            Meter.sink = lane.run();
        }
        figures.put("lane.bytes", (double) (allocated() - before) / calls);
    }

    /** By the caller and all lanes. */
    private static long allocated() {
        long sum = Meter.THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
        for (Thread each : Thread.getAllStackTraces().keySet()) {
            if (each.getName().contains("lane")) {
                sum += Meter.THREADS.getThreadAllocatedBytes(each.getId());
            }
        }
        return sum;
    }

    private static Object inExecutor(HandOff.Tasks tasks, Meter.Call call) {
        FutureTask<Object> task = new FutureTask<>(call::run);
        tasks.add(task);
        try {
            return task.get();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
