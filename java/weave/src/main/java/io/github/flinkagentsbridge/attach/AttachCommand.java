package io.github.flinkagentsbridge.attach;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/**
 * {@code java -jar AGENT attach PID dump|statistics FILE [follow]}: has a running JVM write down
 * what its bridge is at, see {@link Answer}. The file is made here, or emptied, so it belongs to
 * the caller. With {@code follow} it stays attached: one line on standard output says that the
 * first answer is there, each line on standard input asks anew and is answered by one line, and the
 * end of standard input ends it.
 *
 * <p>Exit codes: 0 when the answer is in the file; 1 when there is none, with a sentence on
 * standard error; 2 for wrong arguments; 3 when the answer is that no bridge is at work there,
 * which both the file and standard error say.
 */
public final class AttachCommand {

    private static final List<String> QUESTIONS = List.of("dump", "statistics");
    private static final String FOLLOW = "follow";
    private static final int NO_ANSWER = 1;
    private static final int NO_BRIDGE = 3;

    private AttachCommand() {}

    /** Whether these can be the arguments of {@link #run}. */
    public static boolean accepts(String[] arguments) {
        boolean follows = arguments.length == 4 && arguments[3].equals(FOLLOW);
        return (arguments.length == 3 || follows) && QUESTIONS.contains(arguments[1]);
    }

    /** Returns the exit code. */
    public static int run(String[] arguments) {
        try {
            Path file = Path.of(arguments[2]).toAbsolutePath();
            return ask(arguments[0], arguments[1], file, arguments.length > 3);
        } catch (NoClassDefFoundError noTools) {
            return fail(
                    "The Java of "
                            + System.getProperty("java.home")
                            + " cannot attach to others. Use that of a JDK, which has the module"
                            + " jdk.attach.");
        } catch (IOException failure) {
            return fail(failure.getMessage());
        }
    }

    private static int ask(String pid, String what, Path file, boolean follow) throws IOException {
        makeEmpty(file);
        Path jar = jarOfAnswer();
        try (TargetJvm target = TargetJvm.attach(pid)) {
            target.load(jar.toString(), what + "=" + file);
            if (Files.readString(file).contains(Answer.ABSENT)) {
                System.err.println(Answer.ABSENT);
                return NO_BRIDGE;
            }
            if (follow) {
                askAgain(target, jar.toString(), what + "=" + file);
            }
            return 0;
        } finally {
            Files.delete(jar);
        }
    }

    private static void askAgain(TargetJvm target, String jar, String order) throws IOException {
        BufferedReader lines =
                new BufferedReader(new InputStreamReader(System.in, Charset.defaultCharset()));
        System.out.println("answered");
        while (lines.readLine() != null) {
            target.load(jar, order);
            System.out.println("answered");
        }
    }

    private static void makeEmpty(Path file) throws IOException {
        try {
            Files.newOutputStream(
                            file,
                            StandardOpenOption.CREATE,
                            StandardOpenOption.WRITE,
                            StandardOpenOption.TRUNCATE_EXISTING)
                    .close();
        } catch (IOException failure) {
            throw new IOException("Cannot write to " + file + ": " + failure, failure);
        }
    }

    /**
     * The other JVM has the jar at the end of its class path from then on. All of ours there could
     * give its classes to a patched jar's runtime; the same path a second time changes nothing.
     */
    private static Path jarOfAnswer() throws IOException {
        Path jar = Files.createTempFile("flink-agents-bridge-", ".jar");
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Agent-Class", Answer.class.getName());
        String entry = Answer.class.getName().replace('.', '/') + ".class";
        try (OutputStream bytes = Files.newOutputStream(jar);
                JarOutputStream zip = new JarOutputStream(bytes, manifest);
                InputStream code = Answer.class.getResourceAsStream("/" + entry)) {
            zip.putNextEntry(new JarEntry(entry));
            code.transferTo(zip);
        }
        return jar;
    }

    private static int fail(String sentence) {
        System.err.println(sentence);
        return NO_ANSWER;
    }
}
