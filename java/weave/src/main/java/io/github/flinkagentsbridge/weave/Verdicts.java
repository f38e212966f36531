package io.github.flinkagentsbridge.weave;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;
import java.util.function.Consumer;

/**
 * All or nothing: for each class loader that Pemja comes from, decides once whether its release can
 * be woven, before any of its classes is.
 *
 * <p>Threads: any; no lock is held while class files are read.
 */
final class Verdicts {

    private static final System.Logger LOG = System.getLogger(Verdicts.class.getName());

    private final boolean strict;
    private final Consumer<String> refusals;
    private final Map<ClassLoader, Optional<String>> byLoader =
            Collections.synchronizedMap(new WeakHashMap<>());

    /**
     * @param strict whether a refused release may make no interpreter, rather than run unprotected
     * @param refusals told each refusal once
     */
    Verdicts(boolean strict, Consumer<String> refusals) {
        this.strict = strict;
        this.refusals = refusals;
    }

    boolean strict() {
        return strict;
    }

    /** Why the release of that loader is not woven; empty when it is. */
    Optional<String> refusal(ClassLoader loader) {
        Optional<String> known = byLoader.get(key(loader));
        if (known != null) {
            return known;
        }
        Optional<String> judged = judge(new ClassBytes(loader));
        Optional<String> earlier = byLoader.putIfAbsent(key(loader), judged);
        if (earlier == null) {
            judged.ifPresent(this::tell);
        }
        return earlier == null ? judged : earlier;
    }

    private static ClassLoader key(ClassLoader loader) {
        return loader == null ? ClassLoader.getSystemClassLoader() : loader;
    }

    /** Judges one release. */
    static Optional<String> judge(ClassBytes release) {
        List<String> mismatches = ReferenceCheck.mismatches(release);
        return mismatches.isEmpty()
                ? Optional.empty()
                : Optional.of(sentence(release.release(), mismatches));
    }

    private static String sentence(String release, List<String> mismatches) {
        return release
                + " is not known to flink-agents-bridge ("
                + String.join("; ", mismatches)
                + "), so its Python calls cannot be routed by thread. Use a Pemja from 0.5.5 to"
                + " 0.6.0 (apache-flink 2.2.1 has 0.5.7), or run unprotected with the agent option"
                + " strict=false.";
    }

    /** One of Pemja's classes was loaded before the agent, and cannot be woven any more. */
    void tooLate(String name) {
        String reason =
                name.replace('/', '.')
                        + " was loaded before flink-agents-bridge, so its Python calls cannot be"
                        + " routed by thread. Put this -javaagent before all others on the command"
                        + " line, or run unprotected with the agent option strict=false.";
        tell(reason);
        if (strict) {
            throw new IllegalStateException(reason);
        }
    }

    private void tell(String reason) {
        refusals.accept(reason);
        if (!strict) {
            LOG.log(System.Logger.Level.WARNING, reason + " It runs unprotected now.");
        }
    }
}
