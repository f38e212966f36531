package io.github.flinkagentsbridge.weave;

import io.github.flinkagentsbridge.patched.PatchedStart;

import java.util.List;

/** Which entries of the agent jar travel in a patched jar. */
final class RuntimeEntries {

    private static final String OURS = "io/github/flinkagentsbridge/";

    /** Everything but the weaver. */
    private static final List<String> RUNTIME =
            List.of(
                    OURS + "routing/",
                    OURS + "telemetry/",
                    OURS + "pemja/",
                    OURS + "agents/",
                    OURS + "patched/",
                    "python/",
                    "jna/");

    /** Beside Flink Agents' classes: what links to nothing else of ours. */
    private static final List<String> DOORS =
            List.of(
                    OURS + "patched/MemoryDoor.class",
                    OURS + "agents/ClassNames",
                    OURS + "agents/FailedActions.class",
                    OURS + "agents/RestoredKeys.class");

    private static final String SITES = OURS + "sites/";

    /** Beside redirected calls. */
    private static final String LINKS = SITES + "Sites.class";

    static final String OPTIONS = OURS + "patched/" + PatchedStart.OPTIONS_FILE;

    private RuntimeEntries() {}

    /** Whether an entry goes into the patched jar itself. */
    static boolean wanted(String entry, PatchReport report) {
        return !report.woven.isEmpty() && startsWithOne(entry, RUNTIME)
                || !report.mended.isEmpty() && startsWithOne(entry, DOORS)
                || report.redirects() && entry.equals(LINKS);
    }

    /** Whether an entry goes into the runtime's own jar, inside of the patched one. */
    static boolean inRuntimeJar(String entry) {
        return startsWithOne(entry, RUNTIME) || entry.startsWith(SITES) && !entry.equals(LINKS);
    }

    private static boolean startsWithOne(String entry, List<String> starts) {
        return starts.stream().anyMatch(entry::startsWith);
    }
}
