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
final class CheckCommand {

    private CheckCommand() {}

    static void run(String name) throws IOException {
        Path jar = Path.of(name);
        if (!Files.isRegularFile(jar)) {
            AgentCommand.refuse("There is no jar " + jar + "; name one that holds Pemja.");
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

    static void runMends(String[] names) throws IOException {
        System.out.println(Json.text(mends(names)));
    }

    private static Map<String, Object> mends(String[] names) throws IOException {
        URL[] jars = new URL[names.length];
        for (int n = 0; n < jars.length; n++) {
            jars[n] = Path.of(names[n]).toUri().toURL();
        }
        try (URLClassLoader loader = new URLClassLoader(jars, null)) {
            AgentsTargets targets = AgentsTargets.ofAgent(BridgeOptions.parse("idle-waiting=on"));
            return new LinkedHashMap<>(targets.verdicts(new ClassBytes(loader)));
        }
    }
}
