package flinkagentsbridge.demo;

import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.apache.flink.agents.api.chat.messages.ChatMessage;
import org.apache.flink.agents.api.chat.messages.MessageRole;
import org.apache.flink.agents.api.chat.model.BaseChatModelConnection;
import org.apache.flink.agents.api.resource.Resource;
import org.apache.flink.agents.api.resource.ResourceDescriptor;
import org.apache.flink.agents.api.resource.ResourceType;
import org.apache.flink.agents.api.tools.Tool;

/** Answers with the question, the number of messages and the name of its thread, after a pause. */
public class EchoConnection extends BaseChatModelConnection {

    private final long pauseMillis;

    public EchoConnection(
            ResourceDescriptor descriptor, BiFunction<String, ResourceType, Resource> resources) {
        super(descriptor, resources);
        Number pause = descriptor.getArgument("ms");
        pauseMillis = pause.longValue();
    }

    @Override
    public ChatMessage chat(
            List<ChatMessage> messages, List<Tool> tools, Map<String, Object> arguments) {
        try {
            Thread.sleep(pauseMillis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        String question = messages.get(messages.size() - 1).getContent();
        String thread = Thread.currentThread().getName();
        return new ChatMessage(
                MessageRole.ASSISTANT, "java:" + question + ":" + messages.size() + "@" + thread);
    }
}
