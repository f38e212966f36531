package agentjobs;

import org.apache.flink.agents.api.agents.Agent;
import org.apache.flink.agents.api.annotation.Action;
import org.apache.flink.agents.api.annotation.ChatModelConnection;
import org.apache.flink.agents.api.annotation.ChatModelSetup;
import org.apache.flink.agents.api.context.RunnerContext;
import org.apache.flink.agents.api.InputEvent;
import org.apache.flink.agents.api.resource.ResourceDescriptor;
import org.apache.flink.agents.api.resource.ResourceDescriptor.Builder;

/** An agent that knows no Python at all. */
public class JavaModels extends Agent {
    @ChatModelConnection
    public static ResourceDescriptor javaConnection() {
        return Builder.newBuilder("agentjobs.EchoConnection").build();
    }

    @ChatModelSetup
    public static ResourceDescriptor javaOverJava() {
        return Builder.newBuilder("agentjobs.EchoSetup")
                .addInitialArgument("connection", "javaConnection")
                .addInitialArgument("model", "m")
                .build();
    }

    @Action(listenEvents = {InputEvent.class})
    public static void ask(InputEvent event, RunnerContext context) throws Exception {
        Question.of(event).ask(context);
    }
}
