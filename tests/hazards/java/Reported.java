package probe;

import pemja.core.PythonInterpreter;
import pemja.core.object.PyObject;

import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.util.List;
import java.util.concurrent.Callable;

/** Tells whether a handle is reported as unreachable while its own method runs in Python. */
public final class Reported {
    private static final int COLLECTIONS = 3;
    private static final int MILLIS = 100;

    private final ReferenceQueue<Object> queue = new ReferenceQueue<>();
    private Reference<Object> watched;
    private boolean seen;

    private Reported() {}

    /**
     * Calls a method of a new object that nothing else in Java refers to. The answers: whether it
     * was reported until the method's end, and until now.
     */
    public static Callable<List<Boolean>> whileItRuns(
            PythonInterpreter interpreter, String maker, String method) {
        return () -> {
            Reported looking = new Reported();
            looking.made(interpreter, maker).invokeMethod(method, looking);
            boolean during = looking.seen;
            looking.look();
            return List.of(during, looking.seen);
        };
    }

    private PyObject made(PythonInterpreter interpreter, String maker) {
        PyObject made = (PyObject) interpreter.invoke(maker);
        watched = new PhantomReference<>(made, queue);
        return made;
    }

    /** Called by that method, and after it. */
    public void look() throws InterruptedException {
        for (int i = 0; i < COLLECTIONS && !seen; i++) {
            System.gc();
            seen = queue.remove(MILLIS) == watched;
        }
    }
}
