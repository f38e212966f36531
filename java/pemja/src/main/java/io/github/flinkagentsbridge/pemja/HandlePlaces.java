package io.github.flinkagentsbridge.pemja;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Where live handles were made, for who looks for a leak. */
final class HandlePlaces {

    private static final System.Logger LOG = System.getLogger(HandlePlaces.class.getName());

    /** Of the places, so many are told. */
    private static final int TOLD = 5;

    /** Whose frames say nothing of who wanted the object. */
    private static final List<String> OURS =
            List.of("pemja.", "io.github.flinkagentsbridge.", "java.", "jdk.");

    /** Where the operation was asked for that runs on a thread; set only where places are noted. */
    private static final ThreadLocal<Throwable> ASKED_AT = new ThreadLocal<>();

    private HandlePlaces() {}

    /** Runs an operation that was asked for there, perhaps by another thread. */
    static <R> R during(Throwable askedAt, Supplier<R> operation) {
        Throwable before = ASKED_AT.get();
        ASKED_AT.set(askedAt);
        try {
            return operation.get();
        } finally {
            if (before == null) {
                ASKED_AT.remove();
            } else {
                ASKED_AT.set(before);
            }
        }
    }

    /** Where a handle is made now. */
    static Throwable here() {
        return new Throwable("a handle was made here", ASKED_AT.get());
    }

    /** One line in the log on what Java code has not closed, when its manager closes. */
    static void report(Collection<HandleRecord> left, BoundInterpreter closing) {
        if (left.isEmpty()) {
            return;
        }
        Map<String, Integer> places = count(left);
        String where =
                places.isEmpty()
                        ? "the agent option handle-places=true tells where they were made"
                        : places.entrySet().stream()
                                .limit(TOLD)
                                .map(place -> place.getValue() + " made at " + place.getKey())
                                .collect(Collectors.joining(", "));
        LOG.log(
                System.Logger.Level.INFO,
                "Manager ''{0}'' closes with {1} Python objects in Java''s hands that nobody has"
                        + " closed, and gives them back: {2}",
                closing == null ? "none" : closing.manager().name(),
                left.size(),
                where);
    }

    /** How many records were made where, most first; what has no place is left out. */
    static Map<String, Integer> count(Collection<HandleRecord> records) {
        Map<String, Integer> counts = new HashMap<>();
        for (HandleRecord record : records) {
            if (record.place() != null) {
                counts.merge(firstForeignFrame(record.place()), 1, Integer::sum);
            }
        }
        Map<String, Integer> ordered = new LinkedHashMap<>();
        counts.entrySet().stream()
                .sorted(
                        Map.Entry.<String, Integer>comparingByValue()
                                .reversed()
                                .thenComparing(Map.Entry.comparingByKey()))
                .forEach(entry -> ordered.put(entry.getKey(), entry.getValue()));
        return ordered;
    }

    /** The caller's frame; of the thread that waits for the lane where only a lane is below. */
    private static String firstForeignFrame(Throwable place) {
        for (Throwable stack = place; stack != null; stack = stack.getCause()) {
            for (StackTraceElement frame : stack.getStackTrace()) {
                if (OURS.stream().noneMatch(frame.getClassName()::startsWith)) {
                    return frame.toString();
                }
            }
        }
        return "unknown";
    }
}
