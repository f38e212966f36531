package patched;

import org.apache.flink.agents.api.context.MemoryObject;
import org.apache.flink.agents.runtime.memory.MemoryObjectImpl;
import org.apache.flink.agents.runtime.memory.MemoryStore;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;

/** The release's own memory object over a map. */
public final class HeapMemory implements MemoryStore {
    private final Map<String, MemoryObjectImpl.MemoryItem> items = new HashMap<>();

    /** The root of a short-term memory. */
    public static MemoryObject root() throws Exception {
        return new MemoryObjectImpl(
                MemoryObject.MemoryType.SHORT_TERM,
                new HeapMemory(),
                MemoryObjectImpl.ROOT_KEY,
                new ArrayList<>());
    }

    @Override
    public MemoryObjectImpl.MemoryItem get(String path) {
        return items.get(path);
    }

    @Override
    public void put(String path, MemoryObjectImpl.MemoryItem item) {
        items.put(path, item);
    }

    @Override
    public boolean contains(String path) {
        return items.containsKey(path);
    }

    @Override
    public void clear() {
        items.clear();
    }
}
