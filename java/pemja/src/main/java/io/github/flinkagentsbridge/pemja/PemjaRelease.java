package io.github.flinkagentsbridge.pemja;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Path;
import java.security.CodeSource;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Collectors;

/**
 * Which release Pemja's classes are of: by its own properties in the jar, else by a fingerprint of
 * the classes, since Flink's jar has nothing but those. The facts stand in {@code
 * pemja.properties}, which the Python side reads too.
 */
final class PemjaRelease {

    private static final String FACTS = "/python/flink_agents_bridge/embedded/pemja.properties";
    private static final String OWN = "META-INF/maven/com.alibaba/pemja/pom.properties";

    private PemjaRelease() {}

    /** What is known of the releases, by the names in the file. */
    static Map<String, String> facts() {
        Properties facts = new Properties();
        try (InputStream file = PemjaRelease.class.getResourceAsStream(FACTS)) {
            facts.load(file);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return facts.stringPropertyNames().stream()
                .collect(
                        Collectors.toMap(
                                name -> name,
                                facts::getProperty,
                                (one, other) -> one,
                                TreeMap::new));
    }

    /** The releases that the classes beside this one can be of; empty where that is not known. */
    static List<String> of(Class<?> pemja) {
        CodeSource source = pemja.getProtectionDomain().getCodeSource();
        if (source == null) {
            return List.of();
        }
        try (JarFile jar = new JarFile(Path.of(source.getLocation().toURI()).toFile())) {
            String version = ownVersion(jar);
            String versions =
                    version != null ? version : facts().get("classes." + fingerprint(jar));
            return versions == null ? List.of() : List.of(versions.split(","));
        } catch (IOException
                | URISyntaxException
                | FileSystemNotFoundException
                | IllegalArgumentException noJar) {
            return List.of(); // classes in a folder, or in a jar inside of a jar
        }
    }

    private static String ownVersion(JarFile jar) throws IOException {
        JarEntry entry = jar.getJarEntry(OWN);
        if (entry == null) {
            return null;
        }
        Properties own = new Properties();
        try (InputStream file = jar.getInputStream(entry)) {
            own.load(file);
        }
        return own.getProperty("version");
    }

    private static String fingerprint(JarFile jar) throws IOException {
        MessageDigest total = sha256();
        List<JarEntry> classes =
                jar.stream()
                        .filter(entry -> entry.getName().startsWith("pemja/"))
                        .filter(entry -> entry.getName().endsWith(".class"))
                        .sorted((one, other) -> one.getName().compareTo(other.getName()))
                        .collect(Collectors.toList());
        for (JarEntry entry : classes) {
            JarEntry original = jar.getJarEntry(PatchedJar.originalOf(entry.getName()));
            try (InputStream file = jar.getInputStream(original == null ? entry : original)) {
                total.update(entry.getName().getBytes(StandardCharsets.UTF_8));
                total.update((byte) 0);
                total.update(sha256().digest(file.readAllBytes()));
            }
        }
        StringBuilder text = new StringBuilder();
        for (byte each : total.digest()) {
            text.append(String.format("%02x", each));
        }
        return text.toString();
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new AssertionError(impossible); // every JDK must have it
        }
    }
}
