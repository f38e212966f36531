package flinkagentsbridge.bench;

import pemja.core.PythonInterpreter;

import java.util.concurrent.ThreadFactory;

/** Pemja's own interpreter: by lanes or managed workers under the bridge, or under one lock. */
final class PemjaDoor implements Door {

    private final PythonInterpreter interpreter = Python.open();
    private final ThreadFactory threads;
    private final Object lock;

    PemjaDoor(String kind) {
        threads = kind.equals("managed") ? Python.managed(interpreter) : Thread::new;
        lock = kind.equals("lock") ? new Object() : null;
    }

    @Override
    public Object call(String function, Object argument) {
        if (lock == null) {
            return interpreter.invoke("work." + function, argument);
        }
        synchronized (lock) {
            return interpreter.invoke("work." + function, argument);
        }
    }

    @Override
    public Thread thread(Runnable task) {
        return threads.newThread(task);
    }

    @Override
    public void close() {
        interpreter.close();
    }
}
