package agentjobs;

import java.util.HashMap;
import java.util.Map;
import java.util.function.BiFunction;

import org.apache.flink.agents.api.chat.model.BaseChatModelSetup;
import org.apache.flink.agents.api.resource.Resource;
import org.apache.flink.agents.api.resource.ResourceDescriptor;
import org.apache.flink.agents.api.resource.ResourceType;

/** A chat model without parameters. */
public class EchoSetup extends BaseChatModelSetup {
    public EchoSetup(
            ResourceDescriptor descriptor, BiFunction<String, ResourceType, Resource> resources) {
        super(descriptor, resources);
    }

    /** The caller adds to the map. */
    @Override
    public Map<String, Object> getParameters() {
        return new HashMap<>();
    }
}
