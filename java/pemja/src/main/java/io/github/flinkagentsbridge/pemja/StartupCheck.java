package io.github.flinkagentsbridge.pemja;

import io.github.flinkagentsbridge.routing.Uninterrupted;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/**
 * Checks, before Pemja runs native code, what would keep an interpreter from working (B13). In
 * strict mode an error is thrown; otherwise it is a warning, as are lesser things.
 *
 * <p>Threads: any. Each executable is asked once, and who needs the same answer waits for it; no
 * lock is held meanwhile.
 */
final class StartupCheck {

    private static final System.Logger LOG = System.getLogger(StartupCheck.class.getName());

    private final BridgeOptions options;
    private final EventReport report;
    private final Map<String, FutureTask<PythonFacts>> asked = new ConcurrentHashMap<>();

    /** Claimed before the first interpreter is made; given up if CPython was not loaded for it. */
    private final AtomicReference<LoadedPython> loaded = new AtomicReference<>();

    /** What was said: once is enough for all subtasks. */
    private final Set<String> said = ConcurrentHashMap.newKeySet();

    StartupCheck(BridgeOptions options, EventReport report) {
        this.options = options;
        this.report = report;
    }

    /**
     * Makes an interpreter if nothing is in the way.
     *
     * @param pemja the class of the interpreter
     * @param executable the Python that the application has named; null if none
     * @throws StartupRefusedException if it could not work and the mode is strict
     */
    <T> T around(Class<?> pemja, String executable, Supplier<T> construction) {
        boolean checked = options.startupCheck() && executable != null;
        PythonFacts wanted = checked ? factsOf(pemja, executable) : PythonFacts.unknown(executable);
        LoadedPython mine = new LoadedPython(wanted, pemja.getClassLoader());
        LoadedPython present = loaded.updateAndGet(now -> now == null ? mine : now);
        boolean made = false;
        try {
            if (options.startupCheck()) {
                check(mine, present);
            }
            T result = construction.get();
            made = true;
            if (present == mine) {
                report.live(new Protection(options, pemja, wanted));
            }
            return result;
        } finally {
            if (!made && LoadedPython.mapped().isEmpty()) {
                loaded.compareAndSet(mine, null);
            }
        }
    }

    private PythonFacts factsOf(Class<?> pemja, String executable) {
        FutureTask<PythonFacts> mine =
                new FutureTask<>(() -> PythonQuestion.ask(executable, PemjaRelease.of(pemja)));
        FutureTask<PythonFacts> earlier = asked.putIfAbsent(executable, mine);
        mine = earlier == null ? mine : earlier;
        mine.run();
        PythonFacts told = answer(mine);
        if (!told.errors().isEmpty() || Thread.currentThread().isInterrupted()) {
            asked.remove(executable, mine); // it may be mended, or answer, while this JVM lives
        }
        return told;
    }

    /** Bounded, since the question is. */
    private static PythonFacts answer(FutureTask<PythonFacts> task) {
        try {
            return Uninterrupted.await(task::get);
        } catch (ExecutionException failure) {
            throw new IllegalStateException(failure.getCause());
        }
    }

    private void check(LoadedPython mine, LoadedPython present) {
        List<Finding> errors = new ArrayList<>();
        List<Finding> warnings = new ArrayList<>();
        if (mine == present) {
            errors.addAll(mine.facts().errors());
            warnings.addAll(mine.facts().warnings());
            warnings.addAll(JvmFlags.findings());
            LoadedPython.mapped().map(StartupCheck::alreadyLoaded).ifPresent(warnings::add);
        } else {
            errors.addAll(present.errorsFor(mine));
            warnings.addAll(present.warningsFor(mine));
        }
        warnings.forEach(warning -> warn(warning.toString()));
        if (!errors.isEmpty()) {
            refuse(new StartupRefusedException(mine.facts().executable(), errors));
        }
    }

    private void refuse(StartupRefusedException refusal) {
        if (!options.strict()) {
            warn(refusal.getMessage() + " It goes on, since strict=false.");
            return;
        }
        if (said.add(refusal.state())) {
            report.refused(refusal.getMessage());
        }
        throw refusal;
    }

    private void warn(String sentence) {
        if (said.add(sentence)) {
            LOG.log(System.Logger.Level.WARNING, sentence);
        }
    }

    private static Finding alreadyLoaded(String library) {
        return new Finding(
                "something other than this Pemja has loaded CPython into this JVM before, from "
                        + library,
                "keep to one way of embedding Python, or one class loader for Pemja, in a JVM");
    }
}
