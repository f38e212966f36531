package io.github.flinkagentsbridge.pemja;

import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;

/**
 * One set of names for all interpreters of a manager (B7): what one defines, all see, as it was
 * with one shared interpreter. Plain and dotted names are invoked through an alias of the namespace
 * (N1, N4), under a text that changes when names change through the seam (N2).
 *
 * <p>Threads: any; {@link #table} is replaced as a whole.
 */
final class SharedNames implements Names {

    private static final AtomicInteger NUMBERS = new AtomicInteger();

    private final int number = NUMBERS.incrementAndGet();

    /** The interpreter whose own globals the namespace is; null where it is a dictionary (T9). */
    private final NativeInterpreter home;

    private final boolean guarded;
    private final BiConsumer<String, Object[]> firstInvocation;
    private volatile Object generation = new Object();

    private SharedNames(
            NativeInterpreter home, boolean guarded, BiConsumer<String, Object[]> firstInvocation) {
        this.home = home;
        this.guarded = guarded;
        this.firstInvocation = firstInvocation;
    }

    /**
     * Makes the globals of a primary interpreter the names of its manager.
     *
     * @param searchPaths those that Pemja has just put in front of {@code sys.path}
     * @param guarded whether functions are invoked through guards (V1 to V4, R14)
     */
    static SharedNames of(
            NativeInterpreter primary,
            String[] searchPaths,
            boolean guarded,
            BiConsumer<String, Object[]> firstInvocation) {
        SharedNames names = new SharedNames(primary, guarded, firstInvocation);
        primary.helper("adopt_namespace", names.number, primary.number());
        primary.helper("forget_repeated_paths", searchPaths.length);
        return names;
    }

    /** Makes names for a further primary on a thread that has an interpreter already (T9). */
    static SharedNames beside(
            NativeInterpreter shared,
            String[] searchPaths,
            boolean guarded,
            BiConsumer<String, Object[]> firstInvocation) {
        SharedNames names = new SharedNames(null, guarded, firstInvocation);
        shared.helper("create_namespace", names.number, searchPaths);
        return names;
    }

    @Override
    public Object invoke(
            NativeInterpreter on, String name, Object[] arguments, Map<String, Object> keywords) {
        int given = arguments == null ? 0 : arguments.length;
        int count = keywords == null ? Math.min(given, KnownNames.ANY) : KnownNames.ANY;
        String text = known(on, name, count);
        if (text == null) {
            text = newText(on, name, count, arguments);
        }
        // Pemja's own path without arguments returns null for a missing name and lets its error
        // surface at the next call.
        return keywords == null && arguments != null && arguments.length > 0
                ? on.seam().bridge$invoke(text, arguments)
                : on.seam().bridge$invoke(text, arguments, keywords);
    }

    /** What to ask Pemja for, with its cache made right; null for a name that is new here. */
    private String known(NativeInterpreter on, String name, int count) {
        KnownNames known = on.known(number);
        if (known == null) {
            known = on.publish(number, "__b" + number, on == home, guarded);
        }
        if (guarded) {
            return known.guard(name, count);
        }
        Object current = generation;
        if (known.generation() != current) {
            on.forgetCallable();
            known.sawGeneration(current);
        }
        return known.text(name);
    }

    private String newText(NativeInterpreter on, String name, int count, Object[] arguments) {
        KnownNames known = on.known(number);
        String text = guarded ? newGuard(on, known, name, count) : known.add(name);
        firstInvocation.accept(name, arguments);
        return text;
    }

    private String newGuard(NativeInterpreter on, KnownNames known, String name, int count) {
        Integer wanted = count == KnownNames.ANY ? null : count;
        String made = known.nextGuard();
        String asked = PemjaForm.ofName(name);
        on.helper("guard", on.number(), number, known.variable(), made, asked, wanted);
        return known.addGuard(name, count, made);
    }

    @Override
    public void set(NativeInterpreter on, String name, Object value) {
        if (OddNames.isReserved(name)) {
            throw new ReservedNameException(name);
        }
        on.store(number, PemjaForm.of(name), value);
        generation = new Object();
    }

    @Override
    public Object get(NativeInterpreter on, String name, Class<?> type) {
        return ReadValue.ofName(on, number, PemjaForm.of(name), type);
    }

    @Override
    public void exec(NativeInterpreter on, String source) {
        try {
            on.helper("execute", number, PemjaForm.of(source));
        } finally {
            generation = new Object();
        }
    }

    @Override
    public boolean areIsolated() {
        return home != null && home.isIsolated();
    }

    @Override
    public void retract(NativeInterpreter from) {
        from.retract(number);
    }

    @Override
    public void drop(NativeInterpreter primary) {
        primary.helper("drop_namespace", number);
    }
}
