package io.github.flinkagentsbridge.weave;

import org.objectweb.asm.ClassReader;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** How a patched jar and a class of it are told, and where it keeps what was replaced. */
final class PatchMark {

    private static final String FOLDER = "META-INF/flink-agents-bridge/";

    /** The entry that holds the version of the bridge by which a jar was patched, and how. */
    static final String ENTRY = FOLDER + "patched-by";

    private static final String SEAMS = "io/github/flinkagentsbridge/pemja/";

    private PatchMark() {}

    /** This bridge's own version, as its jar's manifest has it. */
    static String ownVersion() {
        String version = PatchMark.class.getPackage().getImplementationVersion();
        return version == null ? "unversioned" : version;
    }

    /** Where a patched jar keeps the class as it was, for an agent that weaves it anew. */
    static String originalOf(String classEntry) {
        return FOLDER + "original/" + classEntry;
    }

    /** Whether the class comes woven, out of a patched jar. */
    static boolean isWoven(byte[] bytes) {
        try {
            return mentionsUs(bytes)
                    && Arrays.stream(new ClassReader(bytes).getInterfaces())
                            .anyMatch(name -> name.startsWith(SEAMS));
        } catch (IllegalArgumentException unreadable) {
            return false;
        }
    }

    private static boolean mentionsUs(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1).contains(SEAMS);
    }
}
