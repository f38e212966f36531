package io.github.flinkagentsbridge.pemja;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The CPython of this JVM. There is one for good, loaded by the first interpreter's Pemja. */
final class LoadedPython {

    private static final Path MAPS = Path.of("/proc/self/maps");
    private static final Pattern LIBPYTHON = Pattern.compile("/\\S*/libpython\\d[^/]*\\.so\\S*");

    private static final String SAME_PYTHON =
            "give all jobs of a cluster the same python.executable, or each a cluster of its own"
                    + " (application mode)";

    private final PythonFacts facts;

    /** Weak, although Pemja's own main thread keeps it alive; null for the boot loader. */
    private final WeakReference<ClassLoader> loader;

    LoadedPython(PythonFacts facts, ClassLoader loader) {
        this.facts = facts;
        this.loader = new WeakReference<>(loader);
    }

    /** A libpython that is in this process already; empty where that cannot be seen. */
    static Optional<String> mapped() {
        try (Stream<String> lines = Files.lines(MAPS)) {
            return lines.map(LIBPYTHON::matcher)
                    .filter(Matcher::find)
                    .map(Matcher::group)
                    .findFirst();
        } catch (IOException | RuntimeException notLinux) {
            return Optional.empty();
        }
    }

    PythonFacts facts() {
        return facts;
    }

    /** What keeps another interpreter from being made as it was asked for. */
    List<Finding> errorsFor(LoadedPython wanted) {
        List<Finding> found = new ArrayList<>();
        if (loader.get() != wanted.loader.get() && !loadersMayShare()) {
            found.add(
                    new Finding(
                            "the Pemja of another class loader has loaded CPython, and the JVM"
                                    + " lets only one of them have its native side",
                            "put the flink-python jar into Flink's lib folder and out of the jobs'"
                                    + " own jars, so that all jobs share one Pemja, and restart"
                                    + " the JVM"));
        }
        if (differs("libpython", wanted) || differs("python", wanted)) {
            found.add(
                    new Finding(
                            "this JVM has loaded "
                                    + text()
                                    + " and cannot load "
                                    + wanted.text()
                                    + " beside it",
                            SAME_PYTHON));
        }
        return found;
    }

    /** What another interpreter gets, and perhaps did not ask for. */
    List<Finding> warningsFor(LoadedPython wanted) {
        List<Finding> found = new ArrayList<>();
        if (!wanted.facts.known()) {
            found.addAll(wanted.facts.errors());
            found.addAll(wanted.facts.warnings());
        }
        if (differs("site-packages", wanted)) {
            String inside = facts.get("inside-site-packages");
            found.add(
                    new Finding(
                            "site-packages of "
                                    + wanted.facts.executable()
                                    + " are not in force, since this JVM has loaded "
                                    + text()
                                    + "; in force are "
                                    + (inside == null ? "its own" : inside)
                                    + " and the search paths that interpreters were given",
                            SAME_PYTHON));
        }
        return found;
    }

    private boolean differs(String fact, LoadedPython wanted) {
        String other = wanted.facts.get(fact);
        return facts.get(fact) != null && other != null && !other.equals(facts.get(fact));
    }

    private String text() {
        return "CPython " + facts.get("python") + " of " + facts.executable();
    }

    /** Up to JDK 11 Pemja has a way to load its native side for several loaders. */
    private static boolean loadersMayShare() {
        return Runtime.version().feature() < 12;
    }
}
