package chatjobs;

import java.util.List;
import org.apache.flink.agents.api.InputEvent;
import org.apache.flink.agents.api.OutputEvent;
import org.apache.flink.agents.api.agents.Agent;
import org.apache.flink.agents.api.annotation.Action;
import org.apache.flink.agents.api.annotation.ChatModelConnection;
import org.apache.flink.agents.api.annotation.ChatModelSetup;
import org.apache.flink.agents.api.annotation.EmbeddingModelConnection;
import org.apache.flink.agents.api.annotation.EmbeddingModelSetup;
import org.apache.flink.agents.api.annotation.Tool;
import org.apache.flink.agents.api.annotation.ToolParam;
import org.apache.flink.agents.api.annotation.VectorStore;
import org.apache.flink.agents.api.chat.messages.ChatMessage;
import org.apache.flink.agents.api.context.MemoryObject;
import org.apache.flink.agents.api.context.RunnerContext;
import org.apache.flink.agents.api.event.ChatRequestEvent;
import org.apache.flink.agents.api.event.ChatResponseEvent;
import org.apache.flink.agents.api.event.ContextRetrievalRequestEvent;
import org.apache.flink.agents.api.event.ContextRetrievalResponseEvent;
import org.apache.flink.agents.api.resource.ResourceDescriptor;

/**
 * An agent in Java over all pairs of models, by an action of its own or by the built-in ones.
 *
 * <p>A resource has the name of the method that describes it. A pair as in {@code py_java} names
 * the language of the chat model's setup and that of its connection; the vector store and its
 * embedding model are in the same two.
 */
public class ChatAgent extends Agent {

    @Action(listenEvents = {InputEvent.class})
    public static void begin(InputEvent event, RunnerContext context) throws Exception {
        Conversation asked = new Conversation(event);
        if (asked.action.equals("own")) {
            OwnAction.ask(asked, context);
            return;
        }
        MemoryObject memory = context.getShortTermMemory();
        memory.set("pair", asked.pair);
        memory.set("history", asked.history);
        context.sendEvent(new ContextRetrievalRequestEvent(asked.text, "store_" + asked.pair, 1));
    }

    /** Passes the question on to the built-in action, with what was found. */
    @Action(listenEvents = {ContextRetrievalResponseEvent.class})
    public static void ask(ContextRetrievalResponseEvent event, RunnerContext context)
            throws Exception {
        MemoryObject memory = context.getShortTermMemory();
        String pair = (String) memory.get("pair").getValue();
        int history = (Integer) memory.get("history").getValue();
        String found = event.getDocuments().get(0).getContent();
        List<ChatMessage> messages = Conversation.messages(event.getQuery(), found, history);
        context.sendEvent(new ChatRequestEvent(pair, messages));
    }

    @Action(listenEvents = {ChatResponseEvent.class})
    public static void answer(ChatResponseEvent event, RunnerContext context) {
        context.sendEvent(new OutputEvent(event.getResponse().getContent()));
    }

    @Tool(description = "Twice a number.")
    public static Integer twice(
            @ToolParam(name = "number", description = "the number") Integer number) {
        return 2 * number;
    }

    @ChatModelConnection
    public static ResourceDescriptor chat_py() {
        return Resources.chat("py");
    }

    @ChatModelConnection
    public static ResourceDescriptor chat_java() {
        return Resources.chat("java");
    }

    @EmbeddingModelConnection
    public static ResourceDescriptor embeds_py() {
        return Resources.embeds("py");
    }

    @EmbeddingModelConnection
    public static ResourceDescriptor embeds_java() {
        return Resources.embeds("java");
    }

    @EmbeddingModelSetup
    public static ResourceDescriptor embedding_py() {
        return Resources.embedding("py");
    }

    @EmbeddingModelSetup
    public static ResourceDescriptor embedding_java() {
        return Resources.embedding("java");
    }

    @ChatModelSetup
    public static ResourceDescriptor py_py() {
        return Resources.setup("py", "py");
    }

    @ChatModelSetup
    public static ResourceDescriptor py_java() {
        return Resources.setup("py", "java");
    }

    @ChatModelSetup
    public static ResourceDescriptor java_py() {
        return Resources.setup("java", "py");
    }

    @ChatModelSetup
    public static ResourceDescriptor java_java() {
        return Resources.setup("java", "java");
    }

    @VectorStore
    public static ResourceDescriptor store_py_py() {
        return Resources.store("py", "py");
    }

    @VectorStore
    public static ResourceDescriptor store_py_java() {
        return Resources.store("py", "java");
    }

    @VectorStore
    public static ResourceDescriptor store_java_py() {
        return Resources.store("java", "py");
    }

    @VectorStore
    public static ResourceDescriptor store_java_java() {
        return Resources.store("java", "java");
    }
}
