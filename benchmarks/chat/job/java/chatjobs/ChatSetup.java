package chatjobs;

import java.util.HashMap;
import java.util.Map;
import java.util.function.BiFunction;
import org.apache.flink.agents.api.chat.model.BaseChatModelSetup;
import org.apache.flink.agents.api.resource.Resource;
import org.apache.flink.agents.api.resource.ResourceDescriptor;
import org.apache.flink.agents.api.resource.ResourceType;

/** Tells the connection in which language it was set up. */
public class ChatSetup extends BaseChatModelSetup {

    public ChatSetup(
            ResourceDescriptor descriptor, BiFunction<String, ResourceType, Resource> resources) {
        super(descriptor, resources);
    }

    /** The caller adds to the map. */
    @Override
    public Map<String, Object> getParameters() {
        return new HashMap<>(Map.of("setup", "java"));
    }
}
