package io.github.flinkagentsbridge.weave;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.flinkagentsbridge.pemja.BridgeOptions;
import io.github.flinkagentsbridge.pemja.PatchedJar;
import io.github.flinkagentsbridge.sites.Sites;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Writes a patched copy of a jar: Pemja's classes woven as the agent would, with the runtime beside
 * them, and Flink Agents' classes mended. All or nothing: where something does not fit, no copy is
 * written.
 */
final class JarPatcher {

    private static final String MANIFEST = "META-INF/MANIFEST.MF";

    private final Path agentJar;
    private final String optionText;
    private final AgentsTargets agents;
    private final boolean redirects;

    /**
     * @param agentJar where the runtime is taken from
     * @param optionText for the runtime in the jar, in the agent's form; also says what is left
     *     alone
     * @param redirects whether calls of a Pemja that is not in the jar are redirected
     */
    JarPatcher(Path agentJar, String optionText, boolean redirects) {
        this.redirects = redirects;
        this.agentJar = agentJar;
        this.optionText = optionText;
        this.agents = AgentsTargets.ofJar(BridgeOptions.parse(optionText));
    }

    /** What was done, in a form for JSON; see {@link PatchReport}. */
    Map<String, Object> patch(Path jar, Path target) throws IOException {
        PatchReport report = new PatchReport();
        try (ZipFile source = new ZipFile(jar.toFile());
                ZipFile agent = new ZipFile(agentJar.toFile())) {
            ZipEntry mark = source.getEntry(PatchedJar.MARK);
            if (mark != null) {
                return PatchReport.already(new String(read(source, mark), UTF_8).lines());
            }
            JarPlan plan = new JarPlan(source, agents, report, redirects);
            Optional<String> refusal = plan.make();
            if (refusal.isEmpty() && !report.woven.isEmpty()) {
                refusal = judge(jar);
            }
            if (refusal.isPresent()) {
                return report.refused(refusal.get());
            }
            if (!report.changesSomething()) {
                return report.nothing();
            }
            write(source, agent, plan, report, target);
        }
        return report.patched();
    }

    private static Optional<String> judge(Path jar) throws IOException {
        try (URLClassLoader loader = new URLClassLoader(new URL[] {jar.toUri().toURL()}, null)) {
            return Verdicts.judge(new ClassBytes(loader));
        }
    }

    private void write(ZipFile source, ZipFile agent, JarPlan plan, PatchReport report, Path target)
            throws IOException {
        try (JarWriter writer = new JarWriter(target)) {
            writer.comment(source.getComment());
            for (ZipEntry entry : entries(source)) {
                writeOld(writer, source, entry, plan, report);
            }
            ZipEntry timed = agent.getEntry(MANIFEST);
            for (Map.Entry<String, byte[]> original : plan.originals().entrySet()) {
                writer.write(PatchedJar.originalOf(original.getKey()), timed, original.getValue());
            }
            for (ZipEntry entry : entries(agent)) {
                if (RuntimeEntries.wanted(entry.getName(), report)) {
                    writer.copy(agent, entry);
                }
            }
            if (!report.woven.isEmpty()) {
                writer.write(RuntimeEntries.OPTIONS, timed, optionText.getBytes(UTF_8));
            }
            if (report.redirects()) {
                writer.write(Sites.RUNTIME_JAR, timed, RuntimeJar.of(agent, optionText, timed));
            }
            writer.write(PatchedJar.MARK, timed, mark().getBytes(UTF_8));
        }
    }

    /** The version, and behind it what the jar was patched with. */
    private String mark() {
        return PatchMark.ownVersion() + "\n" + optionText + (redirects ? " call-sites" : "") + "\n";
    }

    private static void writeOld(
            JarWriter writer, ZipFile source, ZipEntry entry, JarPlan plan, PatchReport report)
            throws IOException {
        byte[] changed = plan.changed(entry.getName());
        if (changed != null) {
            writer.write(entry, changed);
        } else if (report.isSigned() && entry.getName().equals(MANIFEST)) {
            writer.write(entry, JarSignature.withoutDigests(read(source, entry)));
        } else if (!JarSignature.isPart(entry.getName())) {
            writer.copy(source, entry);
        }
    }

    private static Iterable<ZipEntry> entries(ZipFile jar) {
        return jar.stream().map(ZipEntry.class::cast)::iterator;
    }

    private static byte[] read(ZipFile jar, ZipEntry entry) throws IOException {
        try (InputStream content = jar.getInputStream(entry)) {
            return content.readAllBytes();
        }
    }
}
