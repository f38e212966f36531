package io.github.flinkagentsbridge.scan;

import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.runtime.state.OperatorStateBackend;
import org.apache.flink.runtime.state.OperatorStateHandle;
import org.apache.flink.runtime.state.metainfo.StateMetaInfoSnapshot;
import org.apache.flink.runtime.state.metainfo.StateMetaInfoSnapshot.CommonOptionsKeys;
import org.apache.flink.runtime.state.metainfo.StateMetaInfoSnapshot.CommonSerializerKeys;

/** Reads what an operator keeps for all keys together: lists, split up or united at a restore. */
final class OperatorStateScan {

    private static final int NO_KEY_GROUP = -1;

    private final Flink flink;
    private final Report report;
    private final Finds finds;

    OperatorStateScan(Flink flink, Report report, Finds finds) {
        this.flink = flink;
        this.report = report;
        this.finds = finds;
    }

    void scan(OperatorStateHandle part) throws Exception {
        // Restoring deserialises all states at once, so what stays unplaced is told for all.
        Finds.Entry unplaced = finds.entry(Finds.NOWHERE, NO_KEY_GROUP, "", Sightings.count());
        try (OperatorStateBackend backend = flink.restore(part)) {
            for (StateMetaInfoSnapshot state :
                    AgentsState.layout(part).getOperatorStateMetaInfoSnapshots()) {
                unplaced.allow(scan(backend, state));
            }
            unplaced.end();
            backend.dispose();
        }
    }

    /** Returns how many were found. */
    private long scan(OperatorStateBackend backend, StateMetaInfoSnapshot state) throws Exception {
        Finds.Entry entry = finds.entry(state.getName(), NO_KEY_GROUP, "", Sightings.count());
        int index = 0;
        for (Object element : elements(backend, state)) {
            entry.look("[" + index + "]", element);
            index++;
            report.entry();
        }
        return entry.told();
    }

    @SuppressWarnings("unchecked")
    private static Iterable<Object> elements(
            OperatorStateBackend backend, StateMetaInfoSnapshot state) throws Exception {
        TypeSerializer<Object> serializer =
                (TypeSerializer<Object>)
                        state.getTypeSerializerSnapshot(CommonSerializerKeys.VALUE_SERIALIZER)
                                .restoreSerializer();
        ListStateDescriptor<Object> descriptor =
                new ListStateDescriptor<>(state.getName(), serializer);
        String mode = state.getOption(CommonOptionsKeys.OPERATOR_STATE_DISTRIBUTION_MODE);
        return mode.equals("UNION")
                ? backend.getUnionListState(descriptor).get()
                : backend.getListState(descriptor).get();
    }
}
