package agentjobs;

import static org.apache.flink.agents.api.resource.ResourceName.ChatModel;
import static org.apache.flink.agents.api.resource.ResourceName.EmbeddingModel;
import static org.apache.flink.agents.api.resource.ResourceName.VectorStore;

import org.apache.flink.agents.api.agents.Agent;
import org.apache.flink.agents.api.annotation.Action;
import org.apache.flink.agents.api.annotation.ChatModelConnection;
import org.apache.flink.agents.api.annotation.ChatModelSetup;
import org.apache.flink.agents.api.annotation.EmbeddingModelConnection;
import org.apache.flink.agents.api.annotation.EmbeddingModelSetup;
import org.apache.flink.agents.api.context.RunnerContext;
import org.apache.flink.agents.api.InputEvent;
import org.apache.flink.agents.api.resource.ResourceDescriptor;
import org.apache.flink.agents.api.resource.ResourceDescriptor.Builder;

/** An agent in Java over resources in Python. */
public class PythonModels extends Agent {
    private static final String PYTHON = "agent_models.";

    private static Builder inPython(String wrapper, String name) {
        return Builder.newBuilder(wrapper).addInitialArgument("pythonClazz", PYTHON + name);
    }

    @Action(listenEvents = {InputEvent.class})
    public static void ask(InputEvent event, RunnerContext context) throws Exception {
        Question.of(event).ask(context);
    }

    @ChatModelConnection
    public static ResourceDescriptor pythonConnection() {
        return inPython(ChatModel.PYTHON_WRAPPER_CONNECTION, "Connection").build();
    }

    /** In Java, over the connection in Python. */
    @ChatModelSetup
    public static ResourceDescriptor javaOverPython() {
        return Builder.newBuilder("agentjobs.EchoSetup")
                .addInitialArgument("connection", "pythonConnection")
                .addInitialArgument("model", "m")
                .build();
    }

    @ChatModelSetup
    public static ResourceDescriptor pythonOverPython() {
        return inPython(ChatModel.PYTHON_WRAPPER_SETUP, "Setup")
                .addInitialArgument("connection", "pythonConnection")
                .addInitialArgument("model", "m")
                .build();
    }

    @EmbeddingModelConnection
    public static ResourceDescriptor embeddingConnection() {
        return inPython(EmbeddingModel.PYTHON_WRAPPER_CONNECTION, "EmbeddingConnection").build();
    }

    @EmbeddingModelSetup
    public static ResourceDescriptor embedding() {
        return inPython(EmbeddingModel.PYTHON_WRAPPER_SETUP, "EmbeddingSetup")
                .addInitialArgument("connection", "embeddingConnection")
                .addInitialArgument("model", "m")
                .build();
    }

    @org.apache.flink.agents.api.annotation.VectorStore
    public static ResourceDescriptor store() {
        return inPython(VectorStore.PYTHON_WRAPPER_VECTOR_STORE, "Store")
                .addInitialArgument("embedding_model", "embedding")
                .build();
    }
}
