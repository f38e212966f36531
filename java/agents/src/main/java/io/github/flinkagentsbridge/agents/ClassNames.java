package io.github.flinkagentsbridge.agents;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Class names that {@code JavaResourceProvider.provide} has taken out of the initial arguments of a
 * resource. It takes the name at every call, though only the first can find it: here the later ones
 * are given what the first one took. And the class loader that it looks for such a class with.
 *
 * <p>Threads: any; everything is guarded by the class. Maps are held weakly and told apart by
 * identity, since their content changes.
 */
public final class ClassNames {

    private static final List<Taken> TAKEN = new ArrayList<>();

    private ClassNames() {}

    /** Stands for {@code arguments.remove(key)} in the woven method. */
    public static synchronized Object take(Map<?, ?> arguments, Object key) {
        Object name = arguments.remove(key);
        TAKEN.removeIf(
                taken -> taken.arguments.get() == null || name != null && taken.is(arguments, key));
        if (name != null) {
            TAKEN.add(new Taken(arguments, key, name));
            return name;
        }
        return TAKEN.stream()
                .filter(taken -> taken.is(arguments, key))
                .map(taken -> taken.name)
                .findFirst()
                .orElse(null);
    }

    /**
     * Stands for {@code thread.getContextClassLoader()} in the woven method.
     *
     * @param readers that of the thread that read the plan. CPython's own threads have none, so
     *     that a class of the user's would not be found
     */
    public static ClassLoader loader(Thread thread, ClassLoader readers) {
        ClassLoader own = thread.getContextClassLoader();
        return own == null ? readers : own;
    }

    private static final class Taken {
        private final WeakReference<Map<?, ?>> arguments;
        private final Object key;
        private final Object name;

        private Taken(Map<?, ?> arguments, Object key, Object name) {
            this.arguments = new WeakReference<>(arguments);
            this.key = key;
            this.name = name;
        }

        private boolean is(Map<?, ?> otherArguments, Object otherKey) {
            return arguments.get() == otherArguments && key.equals(otherKey);
        }
    }
}
