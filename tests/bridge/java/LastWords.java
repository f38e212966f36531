package probe;

import io.github.flinkagentsbridge.pemja.Bridge;

import pemja.core.PythonInterpreter;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;

/** A managed worker that calls Python once more after its task loop and its clean-up. */
public final class LastWords {
    private LastWords() {}

    /** The answers that the worker got inside of its task and after it. */
    public static Callable<List<Object>> of(PythonInterpreter interpreter, String function) {
        return () -> {
            Witness witness = new Witness(interpreter);
            FutureTask<Object> during = new FutureTask<>(() -> witness.ask(function));
            FutureTask<Object> after = new FutureTask<>(() -> witness.ask(function));
            Thread worker =
                    Bridge.managerOf(interpreter)
                            .managedThreads()
                            .newThread(
                                    () -> {
                                        during.run();
                                        throw new IllegalStateException("the task loop ends");
                                    });
            // The JVM runs it on the dying thread, when the thread's own run() is over.
            worker.setUncaughtExceptionHandler((thread, thrown) -> after.run());
            worker.start();
            worker.join();
            return List.of(during.get(), after.get());
        };
    }
}
