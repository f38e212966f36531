package io.github.flinkagentsbridge.pemja;

import io.github.flinkagentsbridge.routing.InvalidOptionException;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.stream.Collectors;

/**
 * The options of the Java agent. Names and defaults stand in {@code bridge.properties}, which the
 * Python side reads too.
 */
public final class BridgeOptions {

    private static final String DEFAULTS = "/python/flink_agents_bridge/embedded/bridge.properties";
    private static final String PREFIX = "option.";
    private static final String MEND = "mend-";
    private static final String IDLE_WAITING = "idle-waiting";
    private static final int MEBIBYTE_SHIFT = 20;

    private final Properties values;

    private BridgeOptions(Properties values) {
        this.values = values;
    }

    /**
     * Reads the text behind {@code -javaagent:JAR=}.
     *
     * @param text {@code name=value} pairs with commas between; null or empty for the defaults
     * @throws InvalidOptionException for an unknown name or a value that does not fit
     */
    public static BridgeOptions parse(String text) {
        Properties values = new Properties();
        values.putAll(defaults());
        for (String pair : text == null || text.isEmpty() ? new String[0] : text.split(",")) {
            int equals = pair.indexOf('=');
            String name = PREFIX + (equals < 0 ? pair : pair.substring(0, equals)).trim();
            if (equals < 0 || !values.containsKey(name)) {
                throw new InvalidOptionException(pair, "unknown", "one of " + names(values));
            }
            values.setProperty(name, pair.substring(equals + 1).trim());
        }
        BridgeOptions options = new BridgeOptions(values);
        options.check();
        return options;
    }

    private static List<String> names(Properties values) {
        return values.stringPropertyNames().stream()
                .map(name -> name.substring(PREFIX.length()))
                .sorted()
                .collect(Collectors.toList());
    }

    private static Properties defaults() {
        Properties defaults = new Properties();
        try (InputStream file = BridgeOptions.class.getResourceAsStream(DEFAULTS)) {
            defaults.load(file);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return defaults;
    }

    private void check() {
        flag("enabled");
        flag("strict");
        flag("startup-check");
        flag("memory-contract");
        flag("handle-places");
        names(values).stream().filter(name -> name.startsWith(MEND)).forEach(this::flag);
        flag("guard-calls");
        idleWaiting();
        bigIntegersAsInts();
        number("lanes", 0);
        number("handle-gc", 0);
        number("warn-after", 1);
        number("join-timeout", 1);
        number("close-deadline", 1);
        number("lane-queue", 0);
        number("lane-stack", 0);
        flag("metrics");
        flag("jmx");
        number("time-inline", 0);
    }

    public boolean enabled() {
        return flag("enabled");
    }

    /**
     * Whether a Pemja that cannot be woven is refused rather than left unprotected, and a Python
     * that cannot work rather than tried.
     */
    public boolean strict() {
        return flag("strict");
    }

    /** Whether each Python executable is asked about itself before it is used (B13). */
    public boolean startupCheck() {
        return flag("startup-check");
    }

    /** Whether values are checked before they go to Flink Agents' memory (R19 to R21, B9). */
    public boolean memoryContract() {
        return flag("memory-contract");
    }

    /** Whether a fault of Flink Agents is mended, by the name that follows {@code mend-}. */
    public boolean mends(String fault) {
        return flag(MEND + fault);
    }

    /** What the Python side shall patch: the names of all switches that are on. */
    List<String> patches() {
        List<String> patches =
                names(values).stream()
                        .filter(name -> name.startsWith(MEND) || name.equals("memory-contract"))
                        .filter(this::flag)
                        .collect(Collectors.toList());
        if (idleWaiting()) {
            patches.add(IDLE_WAITING);
        }
        return patches;
    }

    /** Whether an operator whose actions all wait rests until one may go on (B11). */
    public boolean idleWaiting() {
        String value = values.getProperty(PREFIX + IDLE_WAITING);
        if (!value.equals("on") && !value.equals("off")) {
            throw wrong(IDLE_WAITING, value, "on or off");
        }
        return value.equals("on");
    }

    /** Whether the place where each live handle was made is kept, to find leaks; slow. */
    public boolean handlePlaces() {
        return flag("handle-places");
    }

    /** Whether what Python functions return or raise is made fit for Java first (V1 to V4, R14). */
    public boolean guardsCalls() {
        return flag("guard-calls") || bigIntegersAsInts();
    }

    /** Whether a BigInteger arrives in Python as an int (V9). */
    public boolean bigIntegersAsInts() {
        String value = values.getProperty(PREFIX + "big-integers");
        if (!value.equals("int") && !value.equals("decimal")) {
            throw wrong("big-integers", value, "int or decimal");
        }
        return value.equals("int");
    }

    /** Handles after whose making a garbage collection is asked for, or 0 for never. */
    public int handleGc() {
        return number("handle-gc", 0);
    }

    /** Lanes per interpreter, or 0 where the agent plan decides. */
    public int lanes() {
        return number("lanes", 0);
    }

    /** The file for event lines, or empty for none. */
    public String report() {
        return values.getProperty(PREFIX + "report");
    }

    public Duration warnAfter() {
        return Duration.ofSeconds(number("warn-after", 1));
    }

    public Duration joinTimeout() {
        return Duration.ofSeconds(number("join-timeout", 1));
    }

    /** How long close waits for accepted operations. */
    public Duration closeDeadline() {
        return Duration.ofSeconds(number("close-deadline", 1));
    }

    /** How many calls may wait for one lane, beside the one that it runs. */
    public int laneQueue() {
        int limit = number("lane-queue", 0);
        return limit == 0 ? Integer.MAX_VALUE : limit;
    }

    /** Bytes of stack that a lane has, or 0 for as much as the JVM gives. */
    public long laneStackBytes() {
        return (long) number("lane-stack", 0) << MEBIBYTE_SHIFT;
    }

    /** Whether an operator's metric group shows its manager's numbers (B10). */
    public boolean metrics() {
        return flag("metrics");
    }

    /** Whether each manager has a JMX bean (B10). */
    public boolean jmx() {
        return flag("jmx");
    }

    /** Of how many operations of owners and workers one is timed; 0 for none. */
    public int timeInline() {
        return number("time-inline", 0);
    }

    private boolean flag(String name) {
        String value = values.getProperty(PREFIX + name);
        if (!value.equals("true") && !value.equals("false")) {
            throw wrong(name, value, "true or false");
        }
        return value.equals("true");
    }

    private int number(String name, int least) {
        String value = values.getProperty(PREFIX + name);
        try {
            int number = Integer.parseInt(value);
            if (number >= least) {
                return number;
            }
        } catch (NumberFormatException notANumber) {
            // said below, as for a number that is too small
        }
        throw wrong(name, value, "a whole number, " + least + " or more");
    }

    private static InvalidOptionException wrong(String name, String value, String wanted) {
        return new InvalidOptionException(name, value, wanted);
    }
}
