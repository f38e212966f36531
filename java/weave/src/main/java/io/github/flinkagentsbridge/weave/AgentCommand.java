package io.github.flinkagentsbridge.weave;

import io.github.flinkagentsbridge.attach.AttachCommand;

import java.io.IOException;
import java.net.URISyntaxException;
import java.util.Arrays;

/**
 * {@code java -jar AGENT check|mends|patch|events|attach …}: what the Python command cannot do
 * without a JVM.
 */
public final class AgentCommand {

    static final int WRONG_ARGUMENTS = 2;

    private AgentCommand() {}

    /**
     * Exit code 0 when an answer was printed, 2 for wrong arguments; those of {@code attach} stand
     * at {@link AttachCommand}.
     */
    public static void main(String[] arguments) throws IOException, URISyntaxException {
        String command = arguments.length == 0 ? "" : arguments[0];
        String[] rest =
                Arrays.copyOfRange(arguments, Math.min(1, arguments.length), arguments.length);
        if (command.equals("check") && rest.length == 1) {
            CheckCommand.run(rest[0]);
        } else if (command.equals("mends") && rest.length > 0) {
            CheckCommand.runMends(rest);
        } else if (command.equals("patch") && rest.length >= 3) {
            PatchCommand.run(rest[0], rest[1], rest[2], rest.length > 3);
        } else if (command.equals("events") && rest.length == 1) {
            RecordingCommand.run(rest[0]);
        } else if (command.equals("attach") && AttachCommand.accepts(rest)) {
            System.exit(AttachCommand.run(rest));
        } else {
            refuse(
                    "Usage: java -jar flink-agents-bridge-agent.jar check JAR | mends JAR..."
                            + " | patch JAR NEW-JAR OPTIONS [call-sites] | events RECORDING"
                            + " | attach PID dump|statistics FILE [follow]");
        }
    }

    /** Ends the JVM with a sentence. */
    static void refuse(String sentence) {
        System.err.println(sentence);
        System.exit(WRONG_ARGUMENTS);
    }
}
