package io.github.flinkagentsbridge.agents;

import io.github.flinkagentsbridge.pemja.HandleSeam;
import io.github.flinkagentsbridge.pemja.StaleHandleException;

import java.util.Map;

/**
 * The Java side's stop for Python objects on their way to and from Flink state (B9), whichever
 * language wrote them. Called by the woven {@code MemoryObjectImpl}.
 *
 * <p>Threads: any; keeps no state.
 */
public final class MemoryGuard {

    private MemoryGuard() {}

    /**
     * Called before a value is stored.
     *
     * @param prefix path of the memory object, empty for the root
     * @param path where the value goes, from there
     * @throws MemoryHandleException if a Python object is in it
     */
    public static void beforeStore(String prefix, String path, Object value) {
        HandleSearch.in(value)
                .ifPresent(
                        found -> {
                            throw new MemoryHandleException(full(prefix, path), found);
                        });
    }

    /**
     * Called with what was read, and returns it.
     *
     * @param path of the memory object that was read
     * @throws StaleHandleException if a Python object of an ended process is in it
     */
    public static Object afterRead(Object value, String path) {
        HandleSearch.in(value)
                .filter(found -> ((HandleSeam) found.value()).bridge$record() == null)
                .ifPresent(
                        found -> {
                            throw new StaleHandleException(
                                    "Reading " + found.place() + " of memory path '" + path + "'");
                        });
        return value;
    }

    /** As {@link #afterRead}, for all fields of a memory object. */
    public static Map<?, ?> afterReadFields(Map<?, ?> fields, String path) {
        afterRead(fields, path);
        return fields;
    }

    private static String full(String prefix, String path) {
        return prefix.isEmpty() ? path : prefix + "." + path;
    }
}
