package io.github.flinkagentsbridge.weave;

import io.github.flinkagentsbridge.pemja.Json;
import io.github.flinkagentsbridge.routing.InvalidOptionException;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * {@code java -jar AGENT patch JAR NEW-JAR OPTIONS}: writes a patched copy of a jar, and says as
 * one JSON object what was done. It replaces no file: the Python command does that once the copy is
 * whole.
 */
final class PatchCommand {

    private PatchCommand() {}

    static void run(String name, String target, String options, boolean redirects)
            throws IOException, URISyntaxException {
        Path jar = Path.of(name);
        if (!Files.isRegularFile(jar)) {
            AgentCommand.refuse("There is no jar " + jar + "; name one that is to be patched.");
        }
        try {
            JarPatcher patcher = new JarPatcher(ownJar(), options, redirects);
            System.out.println(Json.text(patcher.patch(jar, Path.of(target))));
        } catch (InvalidOptionException wrong) {
            AgentCommand.refuse(wrong.getMessage());
        }
    }

    private static Path ownJar() throws URISyntaxException {
        return Path.of(
                PatchCommand.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    }
}
