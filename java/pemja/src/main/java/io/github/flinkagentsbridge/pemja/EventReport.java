package io.github.flinkagentsbridge.pemja;

import io.github.flinkagentsbridge.routing.PythonInterpreterManager;
import io.github.flinkagentsbridge.routing.Statistics;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.CodeSource;
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

    /** The seam is in place: the self-test has passed. */
    void live(Class<?> interpreterClass) {
        Map<String, Object> event = event("live");
        CodeSource source = interpreterClass.getProtectionDomain().getCodeSource();
        event.put("jdk", System.getProperty("java.version"));
        event.put("pemja", source == null ? "unknown" : source.getLocation().toString());
        event.put("selfTest", "passed");
        write(event);
        LOG.log(
                System.Logger.Level.INFO,
                "Python calls through Pemja are routed by thread in this JVM (self-test"
                        + " passed)");
    }

    /** The weaver met a Pemja that it does not know. */
    public void refused(String reason) {
        Map<String, Object> event = event("refused");
        event.put("reason", reason);
        write(event);
    }

    void closed(PythonInterpreterManager<?> manager) {
        Statistics counted = manager.statistics();
        Map<String, Object> statistics = new LinkedHashMap<>();
        statistics.put("ownerCalls", counted.ownerCalls());
        statistics.put("workerCalls", counted.workerCalls());
        statistics.put("laneCalls", counted.laneCalls());
        statistics.put("reentrantCalls", counted.reentrantCalls());
        statistics.put("refusedCalls", counted.refusedCalls());
        statistics.put("lanes", counted.lanes());
        statistics.put("laneLimit", counted.laneLimit());
        statistics.put("sourceThreads", counted.sourceThreads());
        statistics.put("interpretersMade", counted.interpretersMade());
        statistics.put("interpretersClosed", counted.interpretersClosed());
        statistics.put("interpretersLeaked", counted.interpretersLeaked());
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
