package io.github.flinkagentsbridge.weave;

import io.github.flinkagentsbridge.pemja.PatchedJar;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.Properties;

/** Reads classes of one release of Pemja as bytes, without loading any. */
final class ClassBytes {

    private static final String POM = "META-INF/maven/com.alibaba/pemja/pom.properties";

    private final ClassLoader loader;

    /**
     * @param loader where the release comes from; null for the boot class path
     */
    ClassBytes(ClassLoader loader) {
        this.loader = loader == null ? ClassLoader.getSystemClassLoader() : loader;
    }

    /**
     * The bytes of a class by its internal name, as its release has them; null when there are none
     * to be had.
     */
    byte[] read(String name) {
        byte[] bytes = resource(name + ".class");
        return bytes == null ? null : released(name, bytes);
    }

    /** The same class before it was woven into a patched jar; most were not. */
    byte[] released(String name, byte[] bytes) {
        return PatchMark.isWoven(bytes) ? resource(PatchedJar.originalOf(name + ".class")) : bytes;
    }

    private byte[] resource(String name) {
        try (InputStream stream = loader.getResourceAsStream(name)) {
            return stream == null ? null : stream.readAllBytes();
        } catch (IOException unreadable) {
            return null;
        }
    }

    /** The release as a person knows it: a version where the jar tells one, and the place. */
    String release() {
        URL place = loader.getResource(Target.INTERPRETER + ".class");
        return "Pemja " + version() + " from " + place;
    }

    private String version() {
        try (InputStream stream = loader.getResourceAsStream(POM)) {
            if (stream != null) {
                Properties pom = new Properties();
                pom.load(stream);
                return pom.getProperty("version", "of unknown version");
            }
        } catch (IOException unreadable) {
            // as good as no version
        }
        return "of unknown version";
    }
}
