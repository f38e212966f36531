import java.util.concurrent.CountDownLatch;

import pemja.core.PythonInterpreter;

/** Threads that stay where they are for as long as the JVM lives. */
public final class HeldCalls {
    private HeldCalls() {}

    /** Threads inside of a Python call each, so that each needs a lane of its own. */
    public static void inPython(PythonInterpreter interpreter, int count) {
        start(count, () -> interpreter.invoke("held.stay"));
        interpreter.invoke("held.all", count);
    }

    /** Threads that have nothing to do with Python. */
    public static void inJava(int count) throws InterruptedException {
        CountDownLatch arrived = new CountDownLatch(count);
        start(
                count,
                () -> {
                    arrived.countDown();
                    try {
                        new CountDownLatch(1).await();
                    } catch (InterruptedException meantForNobody) {
                        Thread.currentThread().interrupt();
                    }
                });
        arrived.await();
    }

    /** Lets those in Python go on. */
    public static void end(PythonInterpreter interpreter) {
        interpreter.invoke("held.go");
    }

    private static void start(int count, Runnable body) {
        for (int n = 0; n < count; n++) {
            Thread thread = new Thread(body);
            thread.setDaemon(true);
            thread.start();
        }
    }
}
