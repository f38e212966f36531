package io.github.flinkagentsbridge.weave;

import org.objectweb.asm.ClassReader;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** How a class of a patched jar is told, and what the jar is marked with. */
final class PatchMark {

    private static final String SEAMS = "io/github/flinkagentsbridge/pemja/";

    private PatchMark() {}

    /** This bridge's own version, as its jar's manifest has it. */
    static String ownVersion() {
        String version = PatchMark.class.getPackage().getImplementationVersion();
        return version == null ? "unversioned" : version;
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
