package io.github.flinkagentsbridge.weave;

import io.github.flinkagentsbridge.patched.PatchedStart;

import java.util.List;

/** Which entries of the agent jar travel in a patched jar. */
final class RuntimeEntries {

    private static final String OURS = "io/github/flinkagentsbridge/";

    /** Beside Pemja: everything but the weaver. */
    private static final List<String> RUNTIME =
            List.of(
                    OURS + "routing/",
                    OURS + "pemja/",
                    OURS + "agents/",
                    OURS + "patched/",
                    "python/",
                    "jna/");

    /** Beside Flink Agents' classes: what links to nothing else of ours. */
    private static final List<String> DOORS =
            List.of(OURS + "patched/MemoryDoor.class", OURS + "agents/ClassNames");

    static final String OPTIONS = OURS + "patched/" + PatchedStart.OPTIONS_FILE;

    private RuntimeEntries() {}

    static boolean wanted(String entry, PatchReport report) {
        List<String> starts = report.woven.isEmpty() ? DOORS : RUNTIME;
        return starts.stream().anyMatch(entry::startsWith);
    }
}
