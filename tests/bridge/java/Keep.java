package probe;

import pemja.core.PythonInterpreter;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;

/** Keeps Python objects for ever, from whichever thread. */
public final class Keep {
    private final List<Object> kept = Collections.synchronizedList(new ArrayList<>());

    /** Makes two by one line of code. */
    public Callable<Integer> two(PythonInterpreter interpreter, String maker) {
        return () -> {
            for (int i = 0; i < 2; i++) {
                kept.add(interpreter.invoke(maker, i));
            }
            return kept.size();
        };
    }
}
