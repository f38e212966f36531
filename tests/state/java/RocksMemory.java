package state;

import org.apache.flink.agents.api.context.MemoryObject;
import org.apache.flink.agents.runtime.memory.CachedMemoryStore;
import org.apache.flink.agents.runtime.memory.MemoryObjectImpl;

import java.util.ArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The release's own memory over RocksDB. What is opened anew sees only what went through Flink's
 * serialiser and the database.
 */
public final class RocksMemory {
    private final AtomicInteger calls = new AtomicInteger();
    private final RocksState state;
    private CachedMemoryStore store;

    public RocksMemory(String folder) throws Exception {
        this.state = new RocksState(folder);
    }

    /** The root of a memory of that type, with nothing cached. */
    public MemoryObject open(String type) throws Exception {
        store = new CachedMemoryStore(state);
        return new MemoryObjectImpl(
                MemoryObject.MemoryType.valueOf(type),
                store,
                MemoryObjectImpl.ROOT_KEY,
                calls::incrementAndGet,
                new ArrayList<>());
    }

    /** Writes what was set since the last {@link #open}. */
    public void persist() throws Exception {
        store.persistCache();
    }

    /** How often the root objects' methods have been called: each asks for its thread first. */
    public int calls() {
        return calls.get();
    }

    /** How many items the database has been given. */
    public int writes() {
        return state.writes();
    }

    public void close() {
        state.close();
    }
}
