package io.github.flinkagentsbridge.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.flinkagentsbridge.routing.ManagerClosedException;
import io.github.flinkagentsbridge.routing.PythonInterpreterManager;

import jdk.jfr.Configuration;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.stream.Collectors;

class FlightTest {

    @TempDir Path folder;

    @BeforeAll
    static void follow() {
        Flight.follow();
    }

    @Test
    @DisplayName("B10: a hop has its queue and run time apart, and how it ended")
    void hopsAndInterpreters() throws Exception {
        List<RecordedEvent> events = record(() -> calls(Managers.named("hops")));
        List<RecordedEvent> hops = named("LaneHop", events);
        assertThat(hops)
                .extracting(hop -> hop.getString("outcome"))
                .containsExactly("result", "error");
        RecordedEvent hop = hops.get(0);
        assertThat(hop.getThread().getJavaName()).isEqualTo("source");
        assertThat(hop.getThread("lane").getJavaName()).isEqualTo("hops-lane-1");
        Duration parts = hop.getDuration("queued").plus(hop.getDuration("run"));
        assertThat(parts).isPositive().isLessThanOrEqualTo(hop.getDuration());
        assertThat(hop.getStackTrace()).isNull();
        assertThat(named("Interpreter", events))
                .extracting(each -> each.getString("what") + " " + each.getString("kind"))
                .containsExactly("made secondary", "closed secondary", "closed primary");
        assertThat(named("Refusal", events))
                .extracting(each -> each.getString("reason"))
                .containsExactly("ManagerClosedException");
    }

    private static Void calls(PythonInterpreterManager<String> manager) throws Exception {
        onThread("source", () -> manager.withInterpreter(text -> text));
        assertThatThrownBy(
                        () ->
                                onThread(
                                        "failing",
                                        () ->
                                                manager.withInterpreter(
                                                        text -> {
                                                            throw new IllegalStateException(text);
                                                        })))
                .hasRootCauseMessage("secondary");
        manager.close();
        assertThatThrownBy(() -> onThread("late", () -> manager.withInterpreter(text -> text)))
                .hasCauseInstanceOf(ManagerClosedException.class);
        return null;
    }

    @Test
    @DisplayName("B10: nothing listens before a recording begins, nor after the last has ended")
    void offWithoutRecordings() throws Exception {
        assertThat(Flight.isRecording()).isFalse();
        try (Recording outer = new Recording()) {
            outer.start();
            assertThat(Flight.isRecording()).isTrue();
            record(() -> null);
            assertThat(Flight.isRecording()).as("one still runs").isTrue();
        }
        assertThat(Flight.isRecording()).isFalse();
    }

    @Test
    @DisplayName("B10: the depth is that on the thread, whatever manager; long texts are cut")
    void depthOnTheThread() throws Exception {
        List<RecordedEvent> events =
                record(
                        () -> {
                            Flight.Running outer = Flight.operation("a", "owner", "f", null);
                            Flight.operation("b", "owner", "x".repeat(300), null).over();
                            Flight.operation("a", "bound", "h", null).over();
                            outer.over();
                            Flight.operation("a", "lane", "i", Thread.currentThread()).over();
                            return null;
                        });
        List<RecordedEvent> operations = named("Operation", events);
        assertThat(operations).extracting(each -> each.getInt("depth")).containsExactly(1, 1, 0, 0);
        assertThat(operations.get(0).getString("call")).hasSize(200);
        assertThat(operations.get(3).getThread("source").getJavaName())
                .isEqualTo(Thread.currentThread().getName());
        assertThat(operations.get(2).getThread("source")).isNull();
    }

    @Test
    @DisplayName("B10: an event that the recording's settings switch off is not written")
    void eventsCanBeSwitchedOff() throws Exception {
        Path file = folder.resolve("off.jfr");
        try (Recording recording = new Recording()) {
            recording.enable("flinkagentsbridge.Operation");
            recording.start();
            assertThat(Flight.recordsOperations()).isTrue();
            recording.disable("flinkagentsbridge.Operation");
            assertThat(Flight.recordsOperations()).as("switched off on the way").isFalse();
            Flight.operation("a", "owner", "f", null).over();
            recording.stop();
            recording.dump(file);
        }
        assertThat(RecordingFile.readAllEvents(file))
                .extracting(each -> each.getEventType().getName())
                .noneMatch(name -> name.startsWith("flinkagentsbridge."));
    }

    @Test
    @DisplayName("B10: a recording that does not ask for operations has none, and pays for none")
    void operationsAreOffByDefault() throws Exception {
        assertThat(Flight.recordsOperations()).isFalse();
        try (Recording recording = new Recording(Configuration.getConfiguration("profile"))) {
            recording.start();
            assertThat(Flight.isRecording()).isTrue();
            assertThat(Flight.recordsOperations()).isFalse();
            assertThat(Flight.operation("a", "owner", "f", null)).isSameAs(Flight.Running.UNHEARD);
        }
    }

    private List<RecordedEvent> record(Callable<Void> body) throws Exception {
        Path file = folder.resolve("events.jfr");
        try (Recording recording = new Recording()) {
            recording.enable("flinkagentsbridge.Operation");
            recording.start();
            body.call();
            recording.stop();
            recording.dump(file);
        }
        return RecordingFile.readAllEvents(file);
    }

    private static List<RecordedEvent> named(String name, List<RecordedEvent> events)
            throws IOException {
        return events.stream()
                .filter(each -> each.getEventType().getName().equals("flinkagentsbridge." + name))
                .sorted((a, b) -> a.getEndTime().compareTo(b.getEndTime()))
                .collect(Collectors.toList());
    }

    private static void onThread(String name, Runnable body) throws Exception {
        FutureTask<Void> task = new FutureTask<>(body, null);
        new Thread(task, name).start();
        task.get();
    }
}
