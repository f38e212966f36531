package chatjobs;

import java.util.HashMap;
import java.util.Map;
import java.util.function.BiFunction;
import org.apache.flink.agents.api.embedding.model.BaseEmbeddingModelSetup;
import org.apache.flink.agents.api.resource.Resource;
import org.apache.flink.agents.api.resource.ResourceDescriptor;
import org.apache.flink.agents.api.resource.ResourceType;

/** An embedding model without parameters. */
public class EmbeddingSetup extends BaseEmbeddingModelSetup {

    public EmbeddingSetup(
            ResourceDescriptor descriptor, BiFunction<String, ResourceType, Resource> resources) {
        super(descriptor, resources);
    }

    /** The caller adds to the map. */
    @Override
    public Map<String, Object> getParameters() {
        return new HashMap<>();
    }
}
