package io.github.flinkagentsbridge.weave;

import io.github.flinkagentsbridge.pemja.BridgeOptions;
import io.github.flinkagentsbridge.pemja.Json;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * {@code java -jar AGENT check JAR}: says as one JSON object whether the Pemja in a jar would be
 * woven, and {@code mends JAR...} what of the Flink Agents in some jars. For {@code doctor}, which
 * cannot read class files.
 */
public final class CheckCommand {

    private CheckCommand() {}

    /** Exit code 0 when an answer was printed, 2 for wrong arguments. */
    public static void main(String[] arguments) throws IOException {
        if (arguments.length > 1 && arguments[0].equals("mends")) {
            System.out.println(Json.text(mends(arguments)));
            return;
        }
        if (arguments.length != 2 || !arguments[0].equals("check")) {
            System.err.println(
                    "Usage: java -jar flink-agents-bridge-agent.jar check JAR | mends JAR...");
            System.exit(2);
        }
        Path jar = Path.of(arguments[1]);
        if (!Files.isRegularFile(jar)) {
            System.err.println("There is no jar " + jar + "; name one that holds Pemja.");
            System.exit(2);
        }
        System.out.println(Json.text(check(jar)));
    }

    private static Map<String, Object> check(Path jar) throws IOException {
        try (URLClassLoader loader = new URLClassLoader(new URL[] {jar.toUri().toURL()}, null)) {
            Optional<String> refusal = Verdicts.judge(new ClassBytes(loader));
            Map<String, Object> answer = new LinkedHashMap<>();
            answer.put("accepted", refusal.isEmpty());
            answer.put("reason", refusal.orElse(null));
            answer.put(
                    "targets", Target.ALL.stream().map(Target::name).collect(Collectors.toList()));
            return answer;
        }
    }

    private static Map<String, Object> mends(String[] arguments) throws IOException {
        URL[] jars = new URL[arguments.length - 1];
        for (int n = 0; n < jars.length; n++) {
            jars[n] = Path.of(arguments[n + 1]).toUri().toURL();
        }
        try (URLClassLoader loader = new URLClassLoader(jars, null)) {
            AgentsTargets targets = new AgentsTargets(BridgeOptions.parse(""));
            return new LinkedHashMap<>(targets.verdicts(new ClassBytes(loader)));
        }
    }
}
