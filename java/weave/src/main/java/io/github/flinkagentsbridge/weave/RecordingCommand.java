package io.github.flinkagentsbridge.weave;

import io.github.flinkagentsbridge.pemja.Json;

import jdk.jfr.ValueDescriptor;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * {@code java -jar AGENT events RECORDING}: the bridge's own events of a Flight Recorder file, one
 * JSON object a line, in the file's order, which is not that of time. Read one by one, so that a
 * recording may be of any size. For {@code timeline}.
 *
 * <p>Times are nanoseconds since 1970; a thread is its id and name, or null where the recorder has
 * forgotten it, as it does with threads that were detached. A last line of the type {@code cut}
 * tells that the rest of the file cannot be read.
 */
final class RecordingCommand {

    private static final String OURS = "flinkagentsbridge.";
    private static final Set<String> TOLD_APART =
            Set.of("startTime", "duration", "eventThread", "stackTrace");

    private RecordingCommand() {}

    static void run(String name) throws IOException {
        Path file = Path.of(name);
        if (!Files.isRegularFile(file)) {
            AgentCommand.refuse("There is no recording " + file + "; name a file of JFR's.");
        }
        try (PrintWriter out = output()) {
            print(file, out);
        }
    }

    private static void print(Path file, PrintWriter out) {
        boolean any = false;
        try (RecordingFile events = new RecordingFile(file)) {
            while (events.hasMoreEvents()) {
                RecordedEvent event = events.readEvent();
                any = true;
                if (event.getEventType().getName().startsWith(OURS)) {
                    out.println(Json.text(record(event)));
                }
            }
        } catch (IOException | RuntimeException unreadable) {
            if (!any) {
                AgentCommand.refuse(
                        file + " is no recording of JFR's that can be read: " + unreadable);
            }
            out.println(Json.text(Map.of("type", "cut", "why", String.valueOf(unreadable))));
        }
    }

    private static Map<String, Object> record(RecordedEvent event) {
        Map<String, Object> record = new LinkedHashMap<>();
        record.put("type", event.getEventType().getName().substring(OURS.length()));
        record.put("start", nanos(event.getStartTime()));
        record.put("end", nanos(event.getEndTime()));
        record.put("thread", thread(event.getThread()));
        for (ValueDescriptor field : event.getFields()) {
            if (!TOLD_APART.contains(field.getName())) {
                Object value = event.getValue(field.getName());
                boolean isThread = value instanceof RecordedThread;
                record.put(field.getName(), isThread ? thread((RecordedThread) value) : value);
            }
        }
        return record;
    }

    private static Map<String, Object> thread(RecordedThread thread) {
        if (thread == null) {
            return null;
        }
        Map<String, Object> told = new LinkedHashMap<>();
        told.put("id", thread.getId());
        String name = thread.getJavaName();
        told.put("name", name == null ? thread.getOSName() : name);
        return told;
    }

    private static long nanos(Instant time) {
        return time.getEpochSecond() * 1_000_000_000L + time.getNano();
    }

    private static PrintWriter output() {
        return new PrintWriter(
                new BufferedWriter(new OutputStreamWriter(System.out, StandardCharsets.UTF_8)));
    }
}
