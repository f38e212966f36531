package io.github.flinkagentsbridge.scan;

import org.apache.flink.api.common.state.StateDescriptor;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshotSerializationUtil;
import org.apache.flink.api.common.typeutils.base.ListSerializer;
import org.apache.flink.api.common.typeutils.base.MapSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.runtime.state.CompositeKeySerializationUtils;
import org.apache.flink.runtime.state.ListDelimitedSerializer;
import org.apache.flink.runtime.state.metainfo.StateMetaInfoSnapshot;
import org.apache.flink.runtime.state.metainfo.StateMetaInfoSnapshot.BackendStateType;
import org.apache.flink.runtime.state.metainfo.StateMetaInfoSnapshot.CommonOptionsKeys;
import org.apache.flink.runtime.state.metainfo.StateMetaInfoSnapshot.CommonSerializerKeys;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * How the entries of one keyed state are written.
 *
 * <p>A serialiser writes an object of unknown class with the name of its class, so an entry without
 * Pemja's name in its bytes holds nothing of Pemja's, and is not deserialised. That is not so where
 * the job has registered a class of Pemja's: there the name stands in the state's description, and
 * all of its entries are deserialised.
 */
final class EntryForm {

    private static final byte[] NAME = "pemja".getBytes(StandardCharsets.US_ASCII);

    private final StateMetaInfoSnapshot state;
    private final TypeSerializer<Object> keys;
    private final int keyGroupBytes;
    private final boolean isKeyValue;
    private final boolean isRegistered;

    EntryForm(StateMetaInfoSnapshot state, TypeSerializer<Object> keys, int keyGroups)
            throws IOException {
        this.state = state;
        this.keys = keys;
        this.keyGroupBytes =
                CompositeKeySerializationUtils.computeRequiredBytesInKeyGroupPrefix(keyGroups);
        this.isKeyValue = state.getBackendStateType() == BackendStateType.KEY_VALUE;
        this.isRegistered = isKeyValue && contains(description(state), NAME);
    }

    boolean mayHoldWrapper(byte[] key, byte[] value) {
        return isRegistered || contains(value, NAME) || contains(key, NAME);
    }

    /** Deserialises an entry and tells what is found in it. */
    void search(Finds finds, int keyGroup, byte[] key, byte[] value) throws IOException {
        String at = state.getName();
        try {
            long before = Sightings.count();
            DataInputDeserializer input = new DataInputDeserializer(key);
            CompositeKeySerializationUtils.readKeyGroup(keyGroupBytes, input);
            TypeSerializer<Object> namespaces =
                    serializer(CommonSerializerKeys.NAMESPACE_SERIALIZER);
            boolean ambiguous =
                    CompositeKeySerializationUtils.isAmbiguousKeyPossible(keys, namespaces);
            Object flinkKey = CompositeKeySerializationUtils.readKey(keys, input, ambiguous);
            CompositeKeySerializationUtils.readNamespace(namespaces, input, ambiguous);
            Finds.Entry entry = finds.entry(at, keyGroup, flinkKey, before);
            if (isKeyValue) {
                searchValue(entry, input, new DataInputDeserializer(value));
            }
            entry.end();
        } catch (Exception | LinkageError | StackOverflowError failure) {
            finds.undecided(at, keyGroup, failure);
        }
    }

    private void searchValue(Finds.Entry entry, DataInputDeserializer key, DataInputDeserializer in)
            throws IOException {
        TypeSerializer<Object> values = serializer(CommonSerializerKeys.VALUE_SERIALIZER);
        String kind = state.getOption(CommonOptionsKeys.KEYED_STATE_TYPE);
        if (kind.equals(StateDescriptor.Type.MAP.name())) {
            MapSerializer<?, ?> map = (MapSerializer<?, ?>) (TypeSerializer<?>) values;
            Object userKey = map.getKeySerializer().deserialize(key);
            boolean isNull = in.readBoolean();
            entry.look(
                    Finds.text(userKey), isNull ? null : map.getValueSerializer().deserialize(in));
        } else if (kind.equals(StateDescriptor.Type.LIST.name())) {
            TypeSerializer<?> elements =
                    ((ListSerializer<?>) (TypeSerializer<?>) values).getElementSerializer();
            for (int index = 0; in.available() > 0; index++) {
                Object element = ListDelimitedSerializer.deserializeNextElement(in, elements);
                entry.look("[" + index + "]", element);
            }
        } else {
            entry.look("", values.deserialize(in));
        }
    }

    @SuppressWarnings("unchecked")
    private TypeSerializer<Object> serializer(CommonSerializerKeys which) {
        return (TypeSerializer<Object>) state.getTypeSerializerSnapshot(which).restoreSerializer();
    }

    private static byte[] description(StateMetaInfoSnapshot state) throws IOException {
        DataOutputSerializer written = new DataOutputSerializer(256);
        for (TypeSerializerSnapshot<?> each : state.getSerializerSnapshotsImmutable().values()) {
            TypeSerializerSnapshotSerializationUtil.writeSerializerSnapshot(written, each);
        }
        return written.getCopyOfBuffer();
    }

    static boolean contains(byte[] bytes, byte[] part) {
        int last = bytes.length - part.length;
        for (int start = 0; start <= last; start++) {
            int same = 0;
            while (same < part.length && bytes[start + same] == part[same]) {
                same++;
            }
            if (same == part.length) {
                return true;
            }
        }
        return false;
    }
}
