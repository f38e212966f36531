package chatjobs;

import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import org.apache.flink.agents.api.embedding.model.BaseEmbeddingModelConnection;
import org.apache.flink.agents.api.resource.Resource;
import org.apache.flink.agents.api.resource.ResourceDescriptor;
import org.apache.flink.agents.api.resource.ResourceType;

/** Embeds a number as itself and the mark of its language. */
public class EmbeddingConnection extends BaseEmbeddingModelConnection {

    public EmbeddingConnection(
            ResourceDescriptor descriptor, BiFunction<String, ResourceType, Resource> resources) {
        super(descriptor, resources);
    }

    @Override
    public float[] embed(String text, Map<String, Object> arguments) {
        return new float[] {Float.parseFloat(text), 2.0f};
    }

    @Override
    public List<float[]> embed(List<String> texts, Map<String, Object> arguments) {
        return texts.stream().map(text -> embed(text, arguments)).collect(Collectors.toList());
    }
}
