package agentjobs;

import java.util.List;

import org.apache.flink.agents.api.chat.messages.ChatMessage;
import org.apache.flink.agents.api.chat.messages.MessageRole;
import org.apache.flink.agents.api.chat.model.BaseChatModelSetup;
import org.apache.flink.agents.api.context.DurableCallable;
import org.apache.flink.agents.api.context.RunnerContext;
import org.apache.flink.agents.api.embedding.model.BaseEmbeddingModelSetup;
import org.apache.flink.agents.api.InputEvent;
import org.apache.flink.agents.api.OutputEvent;
import org.apache.flink.agents.api.resource.ResourceType;
import org.apache.flink.agents.api.vectorstores.BaseVectorStore;
import org.apache.flink.agents.api.vectorstores.VectorStoreQuery;

/**
 * What an agent is asked: {@code key|sync or async|resource|text}. For the agents of a chain there
 * is one resource each, with commas between.
 */
final class Question {
    private final String[] parts;

    private Question(String[] parts) {
        this.parts = parts;
    }

    static Question of(InputEvent event) {
        return new Question(String.valueOf(event.getInput()).split("\\|"));
    }

    /** Asks, here or on the pool, and puts out the question with the answer as its text. */
    void ask(RunnerContext context) throws Exception {
        String[] resources = parts[2].split(",", 2);
        String answer;
        try {
            Call call = new Call(context, resources[0], parts[3]);
            answer = parts[1].equals("async") ? context.durableExecuteAsync(call) : call.call();
        } catch (Exception failure) {
            answer = Chain.of(failure);
        }
        String others = resources[resources.length - 1];
        context.sendEvent(new OutputEvent(String.join("|", parts[0], parts[1], others, answer)));
    }

    private static final class Call implements DurableCallable<String> {
        private final RunnerContext context;
        private final String resource;
        private final String text;

        Call(RunnerContext context, String resource, String text) {
            this.context = context;
            this.resource = resource;
            this.text = text;
        }

        @Override
        public String getId() {
            return resource + text;
        }

        @Override
        public Class<String> getResultClass() {
            return String.class;
        }

        @Override
        public String call() throws Exception {
            switch (resource) {
                case "embedding":
                    ResourceType kind = ResourceType.EMBEDDING_MODEL;
                    return "" + ((BaseEmbeddingModelSetup) context.getResource(resource, kind))
                            .embed(text)[0];
                case "store":
                    kind = ResourceType.VECTOR_STORE;
                    return ((BaseVectorStore) context.getResource(resource, kind))
                            .query(new VectorStoreQuery(text, 3))
                            .getDocuments()
                            .get(0)
                            .getContent();
                default:
                    kind = ResourceType.CHAT_MODEL;
                    ChatMessage message = new ChatMessage(MessageRole.USER, text);
                    return ((BaseChatModelSetup) context.getResource(resource, kind))
                            .chat(List.of(message))
                            .getContent();
            }
        }
    }
}
