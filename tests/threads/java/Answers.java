package probe;

import pemja.core.PythonInterpreter;

import java.util.ArrayList;
import java.util.List;

/** Calls Python back and keeps what it answers, until that is taken. */
public final class Answers {
    private static volatile Answers latest;

    private final PythonInterpreter interpreter;
    private final List<Object> kept = new ArrayList<>();

    public Answers(PythonInterpreter interpreter) {
        this.interpreter = interpreter;
    }

    /** Where a class that is initialised finds whom to call back. */
    public static Answers latest() {
        return latest;
    }

    /** Makes it what {@link #latest} finds. */
    public void expect() {
        latest = this;
    }

    /** Asks Python on which thread it answers. */
    public Object ask() {
        return ask("thread_probes.ident");
    }

    /** Asks Python something. */
    public Object ask(String function) {
        Object answer = interpreter.invoke(function, (Object) null);
        synchronized (this) {
            kept.add(answer);
        }
        return answer;
    }

    /** All answers since it was asked for them last. */
    public synchronized List<Object> taken() {
        List<Object> taken = List.copyOf(kept);
        kept.clear();
        return taken;
    }
}
