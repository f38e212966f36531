package waiting;

import org.apache.flink.agents.api.agents.Agent;
import org.apache.flink.agents.api.annotation.Action;
import org.apache.flink.agents.api.context.DurableCallable;
import org.apache.flink.agents.api.context.RunnerContext;
import org.apache.flink.agents.api.InputEvent;
import org.apache.flink.agents.api.OutputEvent;

/**
 * An agent whose actions pass gates. The input is {@code key|sequence|names} with a comma between
 * the gates of one action and a slash between the three actions; an action without any is ready at
 * once. The gate {@code exception} is thrown. The output is {@code key|sequence|action}.
 */
public class Steps extends Agent {
    @Action(listenEvents = {InputEvent.class})
    public static void first(InputEvent event, RunnerContext context) throws Exception {
        run(0, event, context);
    }

    @Action(listenEvents = {InputEvent.class})
    public static void second(InputEvent event, RunnerContext context) throws Exception {
        run(1, event, context);
    }

    @Action(listenEvents = {InputEvent.class})
    public static void third(InputEvent event, RunnerContext context) throws Exception {
        run(2, event, context);
    }

    private static void run(int action, InputEvent event, RunnerContext context) throws Exception {
        String[] parts = String.valueOf(event.getInput()).split("\\|", -1);
        for (String gate : parts[2].split("/", -1)[action].split(",")) {
            if (gate.equals("exception")) {
                Gates.note("at " + gate);
                throw new Exception(gate);
            }
            if (!gate.isEmpty()) {
                context.durableExecuteAsync(new Passing(gate));
            }
        }
        context.sendEvent(new OutputEvent(parts[0] + "|" + parts[1] + "|" + action));
    }

    private static final class Passing implements DurableCallable<String> {
        private final String gate;

        Passing(String gate) {
            this.gate = gate;
        }

        @Override
        public String getId() {
            return gate;
        }

        @Override
        public Class<String> getResultClass() {
            return String.class;
        }

        @Override
        public String call() throws Exception {
            Gates.passThrough(gate);
            return gate;
        }
    }
}
