package io.github.flinkagentsbridge.pemja;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/** What a jar keeps of its patching, beside the runtime that the patch has put into it. */
public final class PatchedJar {

    private static final String FOLDER = "META-INF/flink-agents-bridge/";

    /** The entry whose first line is the version of the bridge by which the jar was patched. */
    public static final String MARK = FOLDER + "patched-by";

    private PatchedJar() {}

    /** Where it keeps the class as it was, for an agent that weaves it anew. */
    public static String originalOf(String classEntry) {
        return FOLDER + "original/" + classEntry;
    }

    /** The version of the bridge in a patched jar; null for any other jar. */
    static String version(JarFile jar) throws IOException {
        JarEntry mark = jar.getJarEntry(MARK);
        if (mark == null) {
            return null;
        }
        try (BufferedReader lines =
                new BufferedReader(
                        new InputStreamReader(jar.getInputStream(mark), StandardCharsets.UTF_8))) {
            return lines.readLine();
        }
    }
}
