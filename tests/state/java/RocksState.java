package state;

import org.apache.flink.agents.runtime.memory.MemoryObjectImpl.MemoryItem;
import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.Map;

/** A map state of one key in RocksDB; its items go through the serialiser that Flink picks. */
final class RocksState implements MapState<String, MemoryItem> {
    private final TypeSerializer<MemoryItem> serializer =
            TypeInformation.of(MemoryItem.class)
                    .createSerializer(new ExecutionConfig().getSerializerConfig());
    private final RocksDB database;
    private int writes;

    RocksState(String folder) throws RocksDBException {
        RocksDB.loadLibrary();
        database = RocksDB.open(folder);
    }

    @Override
    public MemoryItem get(String key) throws IOException, RocksDBException {
        byte[] stored = database.get(bytes(key));
        return stored == null ? null : serializer.deserialize(new DataInputDeserializer(stored));
    }

    @Override
    public void put(String key, MemoryItem value) throws IOException, RocksDBException {
        DataOutputSerializer output = new DataOutputSerializer(64);
        serializer.serialize(value, output);
        database.put(bytes(key), output.getCopyOfBuffer());
        writes++;
    }

    @Override
    public void putAll(Map<String, MemoryItem> items) throws Exception {
        for (Map.Entry<String, MemoryItem> item : items.entrySet()) {
            put(item.getKey(), item.getValue());
        }
    }

    @Override
    public boolean contains(String key) throws RocksDBException {
        return database.get(bytes(key)) != null;
    }

    int writes() {
        return writes;
    }

    void close() {
        database.close();
    }

    private static byte[] bytes(String key) {
        return key.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void remove(String key) {
        throw new UnsupportedOperationException("memory removes nothing");
    }

    @Override
    public Iterable<Map.Entry<String, MemoryItem>> entries() {
        throw new UnsupportedOperationException("memory goes by keys");
    }

    @Override
    public Iterable<String> keys() {
        throw new UnsupportedOperationException("memory goes by keys");
    }

    @Override
    public Iterable<MemoryItem> values() {
        throw new UnsupportedOperationException("memory goes by keys");
    }

    @Override
    public Iterator<Map.Entry<String, MemoryItem>> iterator() {
        throw new UnsupportedOperationException("memory goes by keys");
    }

    @Override
    public boolean isEmpty() {
        throw new UnsupportedOperationException("memory goes by keys");
    }

    @Override
    public void clear() {
        throw new UnsupportedOperationException("memory goes by keys");
    }
}
