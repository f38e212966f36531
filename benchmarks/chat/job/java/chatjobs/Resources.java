package chatjobs;

import java.util.List;
import org.apache.flink.agents.api.resource.ResourceDescriptor;
import org.apache.flink.agents.api.resource.ResourceDescriptor.Builder;
import org.apache.flink.agents.api.resource.ResourceName;

/** Descriptors of chat models, vector stores and embedding models of either language. */
final class Resources {

    private static final String PYTHON = "py";

    private Resources() {}

    static ResourceDescriptor chat(String language) {
        String wrapper = ResourceName.ChatModel.PYTHON_WRAPPER_CONNECTION;
        return of(language, "ChatConnection", wrapper).addInitialArgument("ms", pause()).build();
    }

    static ResourceDescriptor setup(String language, String other) {
        return of(language, "ChatSetup", ResourceName.ChatModel.PYTHON_WRAPPER_SETUP)
                .addInitialArgument("connection", "chat_" + other)
                .addInitialArgument("model", "m")
                .addInitialArgument("tools", List.of("twice"))
                .build();
    }

    static ResourceDescriptor embeds(String language) {
        String wrapper = ResourceName.EmbeddingModel.PYTHON_WRAPPER_CONNECTION;
        return of(language, "EmbeddingConnection", wrapper).build();
    }

    static ResourceDescriptor embedding(String language) {
        return of(language, "EmbeddingSetup", ResourceName.EmbeddingModel.PYTHON_WRAPPER_SETUP)
                .addInitialArgument("connection", "embeds_" + language)
                .addInitialArgument("model", "m")
                .build();
    }

    static ResourceDescriptor store(String language, String other) {
        return of(language, "Store", ResourceName.VectorStore.PYTHON_WRAPPER_VECTOR_STORE)
                .addInitialArgument("embedding_model", "embedding_" + other)
                .build();
    }

    private static Builder of(String language, String name, String wrapper) {
        return language.equals(PYTHON)
                ? Builder.newBuilder(wrapper)
                        .addInitialArgument("pythonClazz", "chat_models." + name)
                : Builder.newBuilder("chatjobs." + name);
    }

    /** As the models in Python take it. */
    private static int pause() {
        return Integer.parseInt(System.getenv().getOrDefault("CHAT_PAUSE_MS", "50"));
    }
}
