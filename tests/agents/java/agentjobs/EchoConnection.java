package agentjobs;

import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;

import org.apache.flink.agents.api.chat.messages.ChatMessage;
import org.apache.flink.agents.api.chat.messages.MessageRole;
import org.apache.flink.agents.api.chat.model.BaseChatModelConnection;
import org.apache.flink.agents.api.resource.Resource;
import org.apache.flink.agents.api.resource.ResourceDescriptor;
import org.apache.flink.agents.api.resource.ResourceType;
import org.apache.flink.agents.api.tools.Tool;

/** Answers with the question and the name of its thread. */
public class EchoConnection extends BaseChatModelConnection {
    private static final AtomicInteger CLOSED = new AtomicInteger();

    public EchoConnection(
            ResourceDescriptor descriptor, BiFunction<String, ResourceType, Resource> resources) {
        super(descriptor, resources);
    }

    @Override
    public ChatMessage chat(
            List<ChatMessage> messages, List<Tool> tools, Map<String, Object> arguments) {
        String question = messages.get(messages.size() - 1).getContent();
        String answer = question + "@" + Thread.currentThread().getName();
        return new ChatMessage(MessageRole.ASSISTANT, answer);
    }

    @Override
    public void close() {
        CLOSED.incrementAndGet();
    }

    /** How often one has been closed. */
    public static int closed() {
        return CLOSED.get();
    }
}
