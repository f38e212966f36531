package chatjobs;

import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.flink.agents.api.OutputEvent;
import org.apache.flink.agents.api.chat.messages.ChatMessage;
import org.apache.flink.agents.api.chat.messages.MessageRole;
import org.apache.flink.agents.api.chat.model.BaseChatModelSetup;
import org.apache.flink.agents.api.context.DurableCallable;
import org.apache.flink.agents.api.context.RunnerContext;
import org.apache.flink.agents.api.resource.ResourceType;
import org.apache.flink.agents.api.tools.Tool;
import org.apache.flink.agents.api.tools.ToolParameters;
import org.apache.flink.agents.api.vectorstores.BaseVectorStore;
import org.apache.flink.agents.api.vectorstores.VectorStoreQuery;

/** Retrieves, chats and calls the tool in one action of its own, on the pool's threads. */
final class OwnAction {

    private OwnAction() {}

    static void ask(Conversation asked, RunnerContext context) throws Exception {
        String found = await(context, "query", String.class, () -> find(asked, context));
        List<ChatMessage> messages = Conversation.messages(asked.text, found, asked.history);
        BaseChatModelSetup model =
                (BaseChatModelSetup) context.getResource(asked.pair, ResourceType.CHAT_MODEL);
        ChatMessage wish = await(context, "ask", ChatMessage.class, () -> model.chat(messages));
        String told = await(context, "tool", String.class, () -> call(wish, context));
        messages.add(wish);
        messages.add(new ChatMessage(MessageRole.TOOL, told));
        ChatMessage answer = await(context, "end", ChatMessage.class, () -> model.chat(messages));
        context.sendEvent(new OutputEvent(answer.getContent()));
    }

    private static String find(Conversation asked, RunnerContext context) throws Exception {
        String name = "store_" + asked.pair;
        return ((BaseVectorStore) context.getResource(name, ResourceType.VECTOR_STORE))
                .query(new VectorStoreQuery(asked.text, 1))
                .getDocuments()
                .get(0)
                .getContent();
    }

    @SuppressWarnings("unchecked")
    private static String call(ChatMessage wish, RunnerContext context) throws Exception {
        Map<String, Object> function =
                (Map<String, Object>) wish.getToolCalls().get(0).get("function");
        String name = String.valueOf(function.get("name"));
        Tool tool = (Tool) context.getResource(name, ResourceType.TOOL);
        Map<String, Object> arguments = (Map<String, Object>) function.get("arguments");
        return tool.call(new ToolParameters(arguments)).getResultAsString();
    }

    private static <T> T await(
            RunnerContext context, String id, Class<T> kind, Callable<T> callable)
            throws Exception {
        return context.durableExecuteAsync(
                new DurableCallable<T>() {
                    @Override
                    public String getId() {
                        return id;
                    }

                    @Override
                    public Class<T> getResultClass() {
                        return kind;
                    }

                    @Override
                    public T call() throws Exception {
                        return callable.call();
                    }
                });
    }
}
