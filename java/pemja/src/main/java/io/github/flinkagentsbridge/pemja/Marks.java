package io.github.flinkagentsbridge.pemja;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/**
 * What a JVM tells about its protection in system properties, which {@code jcmd} shows from the
 * outside. The names stand in {@code marks.properties}, which the Python side reads too.
 *
 * <p>Threads: any.
 */
public final class Marks {

    private static final String FILE = "/python/flink_agents_bridge/embedded/marks.properties";
    private static final Properties NAMES = read();

    private Marks() {}

    /** The agent was loaded; Pemja may or may not be met. */
    public static void agent(String jar, boolean enabled) {
        set("agent", enabled ? Protection.versionOf(jar) : "off");
    }

    static void live(String versions) {
        set("live", versions);
    }

    static void refused(String reason) {
        set("refused", reason);
    }

    /** The system property of that mark, or another name that both languages know. */
    public static String name(String mark) {
        return NAMES.getProperty(mark);
    }

    private static Properties read() {
        Properties names = new Properties();
        try (InputStream file = Marks.class.getResourceAsStream(FILE)) {
            names.load(file);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return names;
    }

    private static void set(String mark, String value) {
        System.setProperty(name(mark), value);
    }
}
