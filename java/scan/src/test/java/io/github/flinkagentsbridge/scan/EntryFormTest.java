package io.github.flinkagentsbridge.scan;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.state.StateDescriptor;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.api.java.typeutils.runtime.kryo.KryoSerializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.runtime.state.CompositeKeySerializationUtils;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.runtime.state.VoidNamespaceSerializer;
import org.apache.flink.runtime.state.metainfo.StateMetaInfoSnapshot;
import org.apache.flink.runtime.state.metainfo.StateMetaInfoSnapshot.BackendStateType;
import org.apache.flink.runtime.state.metainfo.StateMetaInfoSnapshot.CommonOptionsKeys;
import org.apache.flink.runtime.state.metainfo.StateMetaInfoSnapshot.CommonSerializerKeys;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import pemja.core.object.PyObject;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

/** Which entries are deserialised, and what is told of those. */
class EntryFormTest {

    private static final int KEY_GROUPS = 128;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final Finds finds = new Finds(new Report(new PrintStream(out, true)), "operator");
    private final SerializerConfigImpl config = new SerializerConfigImpl();

    private KryoSerializer<Object> kryo() {
        return new KryoSerializer<>(Object.class, config);
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private EntryForm form() throws Exception {
        KryoSerializer<Object> kryo = kryo();
        return new EntryForm(
                new StateMetaInfoSnapshot(
                        "values",
                        BackendStateType.KEY_VALUE,
                        Map.of(
                                CommonOptionsKeys.KEYED_STATE_TYPE.toString(),
                                StateDescriptor.Type.VALUE.name()),
                        Map.of(
                                CommonSerializerKeys.NAMESPACE_SERIALIZER.toString(),
                                VoidNamespaceSerializer.INSTANCE.snapshotConfiguration(),
                                CommonSerializerKeys.VALUE_SERIALIZER.toString(),
                                kryo.snapshotConfiguration())),
                (TypeSerializer) LongSerializer.INSTANCE,
                KEY_GROUPS);
    }

    private static byte[] key() throws Exception {
        DataOutputSerializer key = new DataOutputSerializer(16);
        CompositeKeySerializationUtils.writeKeyGroup(7, 1, key);
        CompositeKeySerializationUtils.writeKey(5L, LongSerializer.INSTANCE, key, false);
        CompositeKeySerializationUtils.writeNameSpace(
                VoidNamespace.INSTANCE, VoidNamespaceSerializer.INSTANCE, key, false);
        return key.getCopyOfBuffer();
    }

    private byte[] written(Object value) throws Exception {
        DataOutputSerializer written = new DataOutputSerializer(64);
        kryo().serialize(value, written);
        return written.getCopyOfBuffer();
    }

    private String told() {
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    @DisplayName("B9: an entry without Pemja's name is not deserialised")
    void leavesTheRestAlone() throws Exception {
        assertThat(form().mayHoldWrapper(key(), written(List.of("pem", "ja")))).isFalse();
    }

    @Test
    @DisplayName("B9: a text that names Pemja is no find")
    void tellsTextFromObject() throws Exception {
        byte[] text = written("pemja.core.object.PyObject");
        assertThat(form().mayHoldWrapper(key(), text)).isTrue();
        form().search(finds, 7, key(), text);
        assertThat(told()).isEmpty();
    }

    @Test
    @DisplayName("B9: an entry that names Pemja and cannot be read is a find, with the reason")
    void neverTakesTheUnreadableForClean() throws Exception {
        byte[] broken = "..pemja.core.object.PyObject".getBytes(StandardCharsets.US_ASCII);
        form().search(finds, 7, key(), broken);
        assertThat(told())
                .contains("\"state\":\"values\",\"keyGroup\":7")
                .contains("\"type\":null,\"failure\":\"");
    }

    @Test
    @DisplayName("B9: an entry nested deeper than the stack is a find, with the reason")
    void survivesTheDeep() throws Exception {
        AtomicReference<byte[]> deep = new AtomicReference<>();
        Thread writer = new Thread(null, () -> deep.set(nested(50_000)), "deep", 1L << 30);
        writer.start();
        writer.join();
        form().search(finds, 7, key(), deep.get());
        assertThat(told()).contains("\"failure\":\"java.lang.StackOverflowError\"");
    }

    private byte[] nested(int depth) {
        Object value = "pemja";
        for (int level = 0; level < depth; level++) {
            value = new Object[] {value};
        }
        try {
            return written(value);
        } catch (Exception failure) {
            throw new IllegalStateException(failure);
        }
    }

    @Test
    @DisplayName("B9: where a class of Pemja's is registered its name is in no entry: all are read")
    void readsAllOfRegisteredClasses() throws Exception {
        config.registerKryoType(PyObject.class);
        assertThat(form().mayHoldWrapper(key(), written("x"))).isTrue();
    }
}
