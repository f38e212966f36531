package io.github.flinkagentsbridge.scan;

import io.github.flinkagentsbridge.pemja.Json;

import org.apache.flink.runtime.checkpoint.OperatorState;

import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Prints one JSON line for each event: operator, begin, progress, found, and at the end done or
 * error.
 */
final class Report {

    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private final PrintStream lines;
    private long entries;
    private long bytes;
    private long spoken = System.nanoTime();

    Report(PrintStream lines) {
        this.lines = lines;
    }

    /** The name that people know, as far as the state tells it. */
    static String name(OperatorState operator) {
        return operator.getOperatorName()
                .filter(name -> !name.isEmpty())
                .or(operator::getOperatorUid)
                .orElseGet(() -> operator.getOperatorID().toString());
    }

    void operator(OperatorState operator, boolean scanned) {
        Map<String, Object> event = event("operator");
        event.put("id", operator.getOperatorID().toString());
        event.put("name", name(operator));
        event.put("scanned", scanned);
        print(event);
    }

    void begin(String path, long checkpoint, long size) {
        Map<String, Object> event = event("begin");
        event.put("path", path);
        event.put("checkpoint", checkpoint);
        event.put("bytes", size);
        print(event);
    }

    /** One more entry has been looked at. */
    void entry() {
        entries++;
        long now = System.nanoTime();
        if (now - spoken > PAUSE_NANOS) {
            spoken = now;
            counts("progress");
        }
    }

    /** A part of that size has been read to its end. */
    void read(long size) {
        bytes += size;
        counts("progress");
    }

    void done() {
        counts("done");
    }

    private void counts(String kind) {
        Map<String, Object> event = event(kind);
        event.put("entries", entries);
        event.put("bytes", bytes);
        print(event);
    }

    /**
     * @param type the class found; null if that is not known, since of a failure
     */
    void found(
            String operator,
            String state,
            int keyGroup,
            String key,
            String path,
            String place,
            String type,
            String failure) {
        Map<String, Object> event = event("found");
        event.put("operator", operator);
        event.put("state", state);
        event.put("keyGroup", keyGroup < 0 ? null : keyGroup);
        event.put("key", key);
        event.put("path", path);
        event.put("place", place);
        event.put("type", type);
        event.put("failure", failure);
        print(event);
    }

    void error(String message) {
        Map<String, Object> event = event("error");
        event.put("message", message);
        print(event);
    }

    private static Map<String, Object> event(String kind) {
        Map<String, Object> event = new LinkedHashMap<>();
        event.put("event", kind);
        return event;
    }

    private void print(Map<String, Object> event) {
        lines.println(Json.text(event));
    }
}
