package io.github.flinkagentsbridge.scan;

import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.fs.FSDataInputStream;
import org.apache.flink.core.memory.DataInputViewStreamWrapper;
import org.apache.flink.runtime.state.CheckpointableKeyedStateBackend;
import org.apache.flink.runtime.state.FullSnapshotResources;
import org.apache.flink.runtime.state.KeyGroupsSavepointStateHandle;
import org.apache.flink.runtime.state.KeyGroupsStateHandle;
import org.apache.flink.runtime.state.KeyValueStateIterator;
import org.apache.flink.runtime.state.KeyedBackendSerializationProxy;
import org.apache.flink.runtime.state.KeyedStateHandle;
import org.apache.flink.runtime.state.metainfo.StateMetaInfoSnapshot;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads keyed state: one part of it is restored into a backend of the kind that has written it, and
 * walked through as Flink does for a canonical savepoint, which has one form for all backends.
 */
final class KeyedScan {

    private final Flink flink;
    private final Report report;
    private final Finds finds;
    private final int keyGroups;

    KeyedScan(Flink flink, Report report, Finds finds, int keyGroups) {
        this.flink = flink;
        this.report = report;
        this.finds = finds;
        this.keyGroups = keyGroups;
    }

    void scan(KeyedStateHandle part) throws Exception {
        KeyedBackendSerializationProxy<Object> layout = AgentsState.layout(part);
        TypeSerializer<Object> keys = layout.getKeySerializerSnapshot().restoreSerializer();
        String type = isOfHeap(part) ? Flink.HEAP : Flink.ROCKSDB;
        try (CheckpointableKeyedStateBackend<Object> backend =
                flink.restore(type, part, keys, keyGroups)) {
            FullSnapshotResources<Object> all = backend.savepoint().getSnapshotResources();
            try {
                scan(all, keys);
            } finally {
                all.release();
                backend.dispose();
            }
        }
    }

    private void scan(FullSnapshotResources<Object> all, TypeSerializer<Object> keys)
            throws IOException {
        List<EntryForm> forms = new ArrayList<>();
        for (StateMetaInfoSnapshot state : all.getMetaInfoSnapshots()) {
            forms.add(new EntryForm(state, keys, keyGroups));
        }
        try (KeyValueStateIterator entries = all.createKVStateIterator()) {
            for (; entries.isValid(); entries.next()) {
                EntryForm form = forms.get(entries.kvStateId());
                if (form.mayHoldWrapper(entries.key(), entries.value())) {
                    form.search(finds, entries.keyGroup(), entries.key(), entries.value());
                }
                report.entry();
            }
        }
    }

    /**
     * The heap backend's own form has no mark, but each key group begins with its number, and none
     * is left out. In the other form a key group begins with the number of a state and the length
     * of a key, and one without entries is left out.
     */
    private static boolean isOfHeap(KeyedStateHandle part) throws IOException {
        if (!(part instanceof KeyGroupsStateHandle)
                || part instanceof KeyGroupsSavepointStateHandle) {
            return false;
        }
        KeyGroupsStateHandle groups = (KeyGroupsStateHandle) part;
        try (FSDataInputStream stream = groups.openInputStream()) {
            DataInputViewStreamWrapper input = new DataInputViewStreamWrapper(stream);
            for (int group : groups.getKeyGroupRange()) {
                long offset = groups.getOffsetForKeyGroup(group);
                if (offset == 0) {
                    return false;
                }
                stream.seek(offset);
                if (input.readInt() != group) {
                    return false;
                }
            }
        }
        return true;
    }
}
