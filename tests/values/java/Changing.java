package probe;

import pemja.core.PythonInterpreter;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;

/** Lists that change under whoever walks through them in native code. */
public final class Changing {
    private Changing() {}

    /** The task of handing such a list of three to a Python function of that name. */
    public static Callable<Object> handing(PythonInterpreter to, String function) {
        return () -> to.invoke(function, new Watchful());
    }

    private static final class Watchful extends AbstractList<Object> {
        private final List<Object> elements = new ArrayList<>(List.of("a", "b", "c"));

        @Override
        public Object get(int at) {
            return elements.get(at);
        }

        @Override
        public int size() {
            return 3;
        }

        @Override
        public Iterator<Object> iterator() {
            Iterator<Object> walk = elements.iterator();
            if (Arrays.stream(new Throwable().getStackTrace()).anyMatch(this::isPemjas)) {
                elements.add("late");
            }
            return walk;
        }

        private boolean isPemjas(StackTraceElement frame) {
            return frame.isNativeMethod() && frame.getClassName().startsWith("pemja");
        }
    }
}
