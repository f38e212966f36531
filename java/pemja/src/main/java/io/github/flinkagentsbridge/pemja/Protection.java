package io.github.flinkagentsbridge.pemja;

import java.io.IOException;
import java.security.CodeSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/** What is protected in this JVM and by what: one line for the log, one event for the report. */
final class Protection {

    private static final String UNKNOWN = "unknown";

    private static volatile String jar = "";

    private final Map<String, Object> facts = new LinkedHashMap<>();

    /**
     * @param pemja the class of the interpreter
     * @param python what its executable has told
     */
    Protection(BridgeOptions options, Class<?> pemja, PythonFacts python) {
        CodeSource source = pemja.getProtectionDomain().getCodeSource();
        facts.put("bridge", version());
        facts.put("jdk", System.getProperty("java.version"));
        facts.put("pemja", source == null ? UNKNOWN : source.getLocation().toString());
        facts.put("pemjaJavaSide", either(String.join(" or ", PemjaRelease.of(pemja))));
        facts.put("pemjaNativeSide", either(python.get("pemja")));
        facts.put("python", either(python.get("python")));
        facts.put("executable", either(python.executable()));
        facts.put("lanes", options.lanes() > 0 ? options.lanes() : "as the agent plan says");
        facts.put("interpreterLock", lockDoor());
        facts.put("selfTest", "passed");
    }

    /** Says where the agent jar or the patched jar is, which tells the version; once. */
    static void configure(String jarPath) {
        jar = jarPath;
    }

    /** The bridge's. */
    static String version() {
        try (JarFile file = new JarFile(jar)) {
            String patchedBy = PatchedJar.version(file);
            return either(patchedBy != null ? patchedBy : manifestVersion(file.getManifest()));
        } catch (IOException unreadable) {
            return UNKNOWN;
        }
    }

    private static String manifestVersion(Manifest manifest) {
        return manifest == null
                ? null
                : manifest.getMainAttributes().getValue("Implementation-Version");
    }

    private static String lockDoor() {
        if (Gil.get() instanceof MissingGil) {
            return "out of reach";
        }
        return GilDoors.hasForeignFunctions() ? "java.lang.foreign" : "JNA";
    }

    private static String either(String text) {
        return text == null || text.isEmpty() ? UNKNOWN : text;
    }

    Map<String, Object> facts() {
        return facts;
    }

    @Override
    public String toString() {
        return String.format(
                "Python calls through Pemja are routed by thread in this JVM: flink-agents-bridge"
                        + " %s (self-test passed), JDK %s, Pemja %s (Java side) and %s (native"
                        + " side), CPython %s of %s, lanes: %s, interpreter lock: %s",
                facts.get("bridge"),
                facts.get("jdk"),
                facts.get("pemjaJavaSide"),
                facts.get("pemjaNativeSide"),
                facts.get("python"),
                facts.get("executable"),
                facts.get("lanes"),
                facts.get("interpreterLock"));
    }
}
