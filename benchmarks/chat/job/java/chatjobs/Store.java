package chatjobs;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.apache.flink.agents.api.resource.Resource;
import org.apache.flink.agents.api.resource.ResourceDescriptor;
import org.apache.flink.agents.api.resource.ResourceType;
import org.apache.flink.agents.api.vectorstores.BaseVectorStore;
import org.apache.flink.agents.api.vectorstores.Document;

/** Finds one document for each number. */
public class Store extends BaseVectorStore {

    public Store(
            ResourceDescriptor descriptor, BiFunction<String, ResourceType, Resource> resources) {
        super(descriptor, resources);
    }

    /** The caller adds to the map. */
    @Override
    public Map<String, Object> getStoreKwargs() {
        return new HashMap<>();
    }

    @Override
    public long size(String collection) {
        return 1;
    }

    @Override
    public List<Document> get(List<String> ids, String collection, Map<String, Object> arguments) {
        return List.of();
    }

    /** Nothing is kept. */
    @Override
    public void delete(List<String> ids, String collection, Map<String, Object> arguments) {}

    @Override
    protected List<Document> queryEmbedding(
            float[] embedding, int limit, String collection, Map<String, Object> arguments) {
        String number = Integer.toString((int) embedding[0]);
        String language = embedding[1] == 1.0f ? "py" : "java";
        String found = "java_" + language + number;
        return List.of(new Document(found, Map.of("by", "java"), number));
    }

    @Override
    protected List<String> addEmbedding(
            List<Document> documents, String collection, Map<String, Object> arguments) {
        return List.of();
    }
}
