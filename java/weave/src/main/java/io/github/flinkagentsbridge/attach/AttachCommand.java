package io.github.flinkagentsbridge.attach;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URISyntaxException;
import java.nio.charset.Charset;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/**
 * {@code java -jar AGENT attach PID dump|statistics FILE [follow]}: has a running JVM write down
 * what its bridge is at, see {@link Answer}. The file is made here, for the caller alone, and must
 * not be there yet. With {@code follow} it stays attached: one line on standard output says that
 * the first answer is there, each line on standard input asks anew and is answered by one line, and
 * the end of standard input ends it. Where there is no answer there is no file.
 *
 * <p>Exit codes: 0 when the answer is in the file; 1 when there is none, with a sentence on
 * standard error; 2 for wrong arguments; 3 when the answer is that no bridge is at work there,
 * which both the file and standard error say.
 */
public final class AttachCommand {

    private static final List<String> QUESTIONS = List.of("dump", "statistics");
    private static final String FOLLOW = "follow";
    private static final String MODE = "rw-------";
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
        String jar = jarOfAnswer().toString();
        make(file);
        String order = what + "=" + file;
        boolean answered = false;
        try (TargetJvm target = TargetJvm.attach(pid)) {
            target.load(jar, order);
            answered = true;
            if (Files.readString(file).contains(Answer.ABSENT)) {
                System.err.println(Answer.ABSENT);
                return NO_BRIDGE;
            }
            if (follow) {
                askAgain(target, jar, order);
            }
            return 0;
        } finally {
            if (!answered) { // the next try would refuse what is there
                Files.deleteIfExists(file);
            }
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

    /** For the caller's eyes only; what is there already, be it a link, is left alone. */
    private static void make(Path file) throws IOException {
        try {
            Files.createFile(
                    file,
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(MODE)));
        } catch (FileAlreadyExistsException there) {
            throw new IOException(file + " exists; name a file that does not.", there);
        } catch (IOException failure) {
            throw new IOException("Cannot write to " + file + ": " + failure, failure);
        }
    }

    /**
     * The other JVM has the jar at the end of its class path from then on, so it is one that is
     * installed and stays: whoever could write to its path would have code of his in that JVM. It
     * is the one beside the agent's that has the answer alone, since all of ours there could give
     * its classes to a patched jar's runtime; where that is missing, it is the agent's own. The
     * same path a second time changes nothing.
     */
    private static Path jarOfAnswer() throws IOException {
        try {
            Path own =
                    Path.of(
                            AttachCommand.class
                                    .getProtectionDomain()
                                    .getCodeSource()
                                    .getLocation()
                                    .toURI());
            Path beside = own.resolveSibling("flink-agents-bridge-agent-attach.jar");
            return Files.exists(beside) ? beside : own;
        } catch (URISyntaxException noFile) {
            throw new IOException("The agent's jar cannot be found: " + noFile, noFile);
        }
    }

    private static int fail(String sentence) {
        System.err.println(sentence);
        return NO_ANSWER;
    }
}
