package probe;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;

/** Two threads that do the same at the same moment. */
public final class Together {
    private Together() {}

    /** Calls a method of each target from both threads at once; the answer is what they threw. */
    public static Callable<List<String>> calling(List<?> targets, String method) {
        return () -> {
            List<String> failures = Collections.synchronizedList(new ArrayList<>());
            CyclicBarrier gate = new CyclicBarrier(2);
            Runnable round =
                    () -> {
                        for (Object target : targets) {
                            await(gate);
                            call(target, method, failures);
                        }
                    };
            Thread other = new Thread(round);
            other.start();
            round.run();
            other.join();
            return failures;
        };
    }

    private static void call(Object target, String name, List<String> failures) {
        Method found =
                Arrays.stream(target.getClass().getMethods())
                        .filter(method -> method.getName().equals(name))
                        .findFirst()
                        .orElseThrow();
        try {
            found.invoke(target, new Object[found.getParameterCount()]);
        } catch (InvocationTargetException thrown) {
            failures.add(String.valueOf(thrown.getCause()));
        } catch (IllegalAccessException impossible) {
            throw new AssertionError(impossible);
        }
    }

    private static void await(CyclicBarrier gate) {
        try {
            gate.await();
        } catch (Exception broken) {
            throw new IllegalStateException(broken);
        }
    }
}
