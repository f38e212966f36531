package probe;

import io.github.flinkagentsbridge.pemja.Bridge;

import pemja.core.PythonInterpreter;
import pemja.core.PythonInterpreterConfig;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;

/** Interpreters that are made, used and closed, one after the other. */
public final class Serial {
    private final PythonInterpreterConfig config;

    public Serial(String python, List<String> searchPaths) {
        config =
                PythonInterpreterConfig.newBuilder()
                        .setPythonExec(python)
                        .addPythonPaths(searchPaths.toArray(new String[0]))
                        .build();
    }

    /** Primaries on the thread that runs the task. */
    public Callable<Integer> here(int count) {
        return () -> {
            for (int i = 0; i < count; i++) {
                primary(i);
            }
            return count;
        };
    }

    /** Primaries, each on a thread of its own. */
    public Callable<Integer> elsewhere(int count) {
        return () -> {
            for (int i = 0; i < count; i++) {
                int number = i;
                FutureTask<Integer> task = new FutureTask<>(() -> primary(number));
                end(new Thread(task), task);
            }
            return count;
        };
    }

    /** Secondaries of one interpreter, each on a managed worker that ends with it. */
    public Callable<Integer> workers(PythonInterpreter of, int count) {
        return () -> {
            for (int i = 0; i < count; i++) {
                FutureTask<Object> task = new FutureTask<>(() -> of.invoke("search_paths"));
                end(Bridge.managerOf(of).managedThreads().newThread(task), task);
            }
            return count;
        };
    }

    private static void end(Thread thread, FutureTask<?> task) throws Exception {
        thread.start();
        thread.join();
        task.get();
    }

    private Integer primary(int number) {
        try (PythonInterpreter made = new PythonInterpreter(config)) {
            made.exec("def twice(number): return 2 * number");
            Object twice = made.invoke("twice", number);
            made.set("value", twice);
            return made.get("value", Integer.class);
        }
    }
}
