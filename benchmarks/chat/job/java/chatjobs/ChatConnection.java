package chatjobs;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import org.apache.flink.agents.api.chat.messages.ChatMessage;
import org.apache.flink.agents.api.chat.messages.MessageRole;
import org.apache.flink.agents.api.chat.model.BaseChatModelConnection;
import org.apache.flink.agents.api.resource.Resource;
import org.apache.flink.agents.api.resource.ResourceDescriptor;
import org.apache.flink.agents.api.resource.ResourceType;
import org.apache.flink.agents.api.tools.Tool;

/** Asks for the tool first, and answers once it has the tool's result. */
public class ChatConnection extends BaseChatModelConnection {

    private final long pauseMillis;

    public ChatConnection(
            ResourceDescriptor descriptor, BiFunction<String, ResourceType, Resource> resources) {
        super(descriptor, resources);
        Number pause = descriptor.getArgument("ms");
        pauseMillis = pause.longValue();
    }

    @Override
    public ChatMessage chat(
            List<ChatMessage> messages, List<Tool> tools, Map<String, Object> arguments) {
        pause();
        String question = contents(messages, MessageRole.USER).get(0);
        List<String> told = contents(messages, MessageRole.TOOL);
        if (!told.isEmpty()) {
            Object setup = arguments.get("setup");
            return new ChatMessage(
                    MessageRole.ASSISTANT,
                    setup + "_java:" + question + ":" + told.get(0) + ":" + messages.size());
        }
        int number = Integer.parseInt(question.substring(0, question.indexOf('|')));
        Map<String, Object> function =
                Map.of("name", tools.get(0).getName(), "arguments", Map.of("number", number));
        String id = UUID.randomUUID().toString();
        return new ChatMessage(
                MessageRole.ASSISTANT,
                "",
                List.of(Map.of("id", id, "type", "function", "function", function)));
    }

    private static List<String> contents(List<ChatMessage> messages, MessageRole role) {
        return messages.stream()
                .filter(message -> message.getRole() == role)
                .map(ChatMessage::getContent)
                .collect(Collectors.toList());
    }

    private void pause() {
        try {
            Thread.sleep(pauseMillis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
