package io.github.flinkagentsbridge.scan;

import org.apache.flink.runtime.checkpoint.OperatorState;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.checkpoint.metadata.CheckpointMetadata;
import org.apache.flink.runtime.state.KeyedStateHandle;
import org.apache.flink.runtime.state.OperatorStateHandle;
import org.apache.flink.runtime.state.StateObject;
import org.apache.flink.state.api.runtime.SavepointLoader;

import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/** Reads the state of Flink Agents' operators in one checkpoint or savepoint. Changes nothing. */
public final class Scan {

    private final Report report;
    private final Flink flink;

    private Scan(Report report, Flink flink) {
        this.report = report;
        this.flink = flink;
    }

    /**
     * Reads all and throws nothing: whatever goes wrong is told as the last event.
     *
     * @param state a checkpoint or savepoint, its metadata file, or a folder of checkpoints
     * @param folder for temporary files
     * @return whether all was read; if not, the last line says why
     */
    public static boolean run(String state, String folder, PrintStream lines) {
        Report report = new Report(lines);
        try {
            try (Flink flink = new Flink(folder)) {
                new Scan(report, flink).whole(StatePath.resolve(state));
            }
            report.done();
            return true;
        } catch (Throwable failure) { // of errors, too, the reader of the lines is to know
            failure.printStackTrace();
            report.error(UnreadableException.of(state, failure).getMessage());
            return false;
        }
    }

    private void whole(String path) {
        CheckpointMetadata metadata = load(path);
        List<OperatorState> agents = new ArrayList<>();
        for (OperatorState operator : metadata.getOperatorStates()) {
            boolean ours = AgentsState.isKeptBy(operator);
            report.operator(operator, ours);
            if (ours) {
                agents.add(operator);
            }
        }
        if (agents.isEmpty()) {
            throw new UnreadableException(
                    path + " holds no state of a Flink Agents operator: name one that does", null);
        }
        long bytes = agents.stream().mapToLong(Scan::size).sum();
        report.begin(path, metadata.getCheckpointId(), bytes);
        agents.forEach(this::scan);
    }

    private static CheckpointMetadata load(String path) {
        try {
            return SavepointLoader.loadSavepointMetadata(path);
        } catch (IOException | RuntimeException failure) {
            throw new UnreadableException(
                    path + " has no metadata that this Flink reads (" + failure + ")", failure);
        }
    }

    private static long size(OperatorState operator) {
        return operator.getStates().stream()
                .flatMap(subtask -> parts(subtask).stream())
                .mapToLong(StateObject::getStateSize)
                .sum();
    }

    private static List<StateObject> parts(OperatorSubtaskState subtask) {
        List<StateObject> parts = new ArrayList<>();
        parts.addAll(subtask.getManagedKeyedState());
        parts.addAll(subtask.getManagedOperatorState());
        return parts;
    }

    private void scan(OperatorState operator) {
        for (OperatorSubtaskState subtask : operator.getStates()) {
            for (StateObject part : parts(subtask)) {
                try {
                    scan(operator, part);
                } catch (Throwable failure) { // hostile state ends in errors, too
                    throw UnreadableException.of(operator, failure);
                }
                report.read(part.getStateSize());
            }
        }
    }

    private void scan(OperatorState operator, StateObject part) throws Exception {
        Finds finds = new Finds(report, Report.name(operator));
        if (part instanceof KeyedStateHandle) {
            new KeyedScan(flink, report, finds, operator.getMaxParallelism())
                    .scan((KeyedStateHandle) part);
        } else {
            new OperatorStateScan(flink, report, finds).scan((OperatorStateHandle) part);
        }
    }
}
