package io.github.flinkagentsbridge.scan;

import org.apache.flink.core.fs.FSDataInputStream;
import org.apache.flink.core.memory.DataInputViewStreamWrapper;
import org.apache.flink.runtime.checkpoint.OperatorState;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.IncrementalRemoteKeyedStateHandle;
import org.apache.flink.runtime.state.KeyGroupsStateHandle;
import org.apache.flink.runtime.state.KeyedBackendSerializationProxy;
import org.apache.flink.runtime.state.KeyedStateHandle;
import org.apache.flink.runtime.state.OperatorBackendSerializationProxy;
import org.apache.flink.runtime.state.OperatorStateHandle;
import org.apache.flink.runtime.state.StreamStateHandle;
import org.apache.flink.runtime.state.metainfo.StateMetaInfoSnapshot;

import java.io.IOException;
import java.util.Collection;
import java.util.Set;

/** Which operators are those of Flink Agents: by the names of their states (0.2.0 to 0.3.1). */
final class AgentsState {

    private static final Set<String> KEYED =
            Set.of("sensoryMemory", "shortTermMemory", "actionTasks", "pendingInputEvents");
    private static final Set<String> OPERATOR = Set.of("currentProcessingKeys", "recoveryMarker");

    private AgentsState() {}

    static boolean isKeptBy(OperatorState operator) {
        try {
            for (OperatorSubtaskState subtask : operator.getStates()) {
                if (isIn(subtask)) {
                    return true;
                }
            }
            return false;
        } catch (IOException | RuntimeException | LinkageError failure) {
            throw UnreadableException.of(operator, failure);
        }
    }

    private static boolean isIn(OperatorSubtaskState subtask) throws IOException {
        for (KeyedStateHandle part : subtask.getManagedKeyedState()) {
            if (hasOne(layout(part).getStateMetaInfoSnapshots(), KEYED)) {
                return true;
            }
        }
        for (OperatorStateHandle part : subtask.getManagedOperatorState()) {
            if (hasOne(layout(part).getOperatorStateMetaInfoSnapshots(), OPERATOR)) {
                return true;
            }
        }
        return false;
    }

    private static boolean hasOne(Collection<StateMetaInfoSnapshot> states, Set<String> names) {
        return states.stream().anyMatch(state -> names.contains(state.getName()));
    }

    /** What Flink has written of the states' names and serialisers before the state itself. */
    static KeyedBackendSerializationProxy<Object> layout(KeyedStateHandle part) throws IOException {
        KeyedBackendSerializationProxy<Object> layout =
                new KeyedBackendSerializationProxy<>(Flink.loader());
        try (FSDataInputStream stream = head(part).openInputStream()) {
            layout.read(new DataInputViewStreamWrapper(stream));
        }
        return layout;
    }

    private static StreamStateHandle head(KeyedStateHandle part) {
        if (part instanceof KeyGroupsStateHandle) {
            return ((KeyGroupsStateHandle) part).getDelegateStateHandle();
        }
        if (part instanceof IncrementalRemoteKeyedStateHandle) {
            return ((IncrementalRemoteKeyedStateHandle) part).getMetaDataStateHandle();
        }
        throw new UnreadableException(
                "State is kept in a form that is not read here ("
                        + part.getClass().getSimpleName()
                        + "): take a savepoint of the canonical format, and scan that",
                null);
    }

    static OperatorBackendSerializationProxy layout(OperatorStateHandle part) throws IOException {
        OperatorBackendSerializationProxy layout =
                new OperatorBackendSerializationProxy(Flink.loader());
        try (FSDataInputStream stream = part.openInputStream()) {
            layout.read(new DataInputViewStreamWrapper(stream));
        }
        return layout;
    }
}
