package io.github.flinkagentsbridge.pemja;

import io.github.flinkagentsbridge.routing.PythonInterpreterManager;
import io.github.flinkagentsbridge.routing.Statistics;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Appends one JSON line for each event to the file that the option {@code report} names. A report
 * that cannot be written is said in the log and never stops the job.
 */
public final class EventReport {

    private static final System.Logger LOG = System.getLogger(EventReport.class.getName());

    private final Path file;

    /**
     * @param file where to append; empty for nowhere
     */
    public EventReport(String file) {
        this.file = file.isEmpty() ? null : Path.of(file);
    }

    /** The seam is in place and the first interpreter has started (B13). */
    void live(Protection protection) {
        Map<String, Object> event = event("live");
        event.putAll(protection.facts());
        write(event);
        Marks.live(protection.versions());
        LOG.log(System.Logger.Level.INFO, protection.toString());
    }

    /** No interpreter is made, for this reason. */
    public void refused(String reason) {
        Map<String, Object> event = event("refused");
        event.put("reason", reason);
        write(event);
        Marks.refused(reason);
    }

    /**
     * @param liveHandles Python objects that Java code had in hand when the manager closed
     */
    void closed(PythonInterpreterManager<?> manager, long liveHandles) {
        Statistics counted = manager.statistics();
        Map<String, Object> statistics = new LinkedHashMap<>();
        statistics.put("ownerCalls", counted.ownerCalls());
        statistics.put("workerCalls", counted.workerCalls());
        statistics.put("laneCalls", counted.laneCalls());
        statistics.put("reentrantCalls", counted.reentrantCalls());
        statistics.put("refusedCalls", counted.refusedCalls());
        statistics.put("lanes", counted.lanesMade());
        statistics.put("laneLimit", counted.laneLimit());
        statistics.put("sourceThreads", counted.sourceThreads());
        statistics.put("interpretersMade", counted.interpretersMade());
        statistics.put("interpretersClosed", counted.interpretersClosed());
        statistics.put("interpretersLeaked", counted.interpretersLeaked());
        statistics.put("handlesMade", counted.handlesMade());
        statistics.put("liveHandles", liveHandles);
        statistics.put("laneCallsBySourceKind", counted.laneCallsBySourceKind());
        Map<String, Object> event = event("closed");
        event.put("name", manager.name());
        event.put("owner", manager.owner().getName());
        event.put("statistics", statistics);
        write(event);
    }

    private static Map<String, Object> event(String kind) {
        Map<String, Object> event = new LinkedHashMap<>();
        event.put("event", kind);
        event.put("pid", ProcessHandle.current().pid());
        return event;
    }

    private void write(Map<String, Object> event) {
        if (file == null) {
            return;
        }
        byte[] line = (Json.text(event) + "\n").getBytes(StandardCharsets.UTF_8);
        try {
            Files.write(file, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException failure) {
            LOG.log(System.Logger.Level.WARNING, "cannot write the report " + file, failure);
        }
    }
}
