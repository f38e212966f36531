package io.github.flinkagentsbridge.weave;

import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;

/** Goes through a jar once, and works out which of its classes become what. */
final class JarPlan {

    /** A class, also one for newer JVMs only. */
    private static final Pattern CLASS =
            Pattern.compile("(?:META-INF/versions/\\d+/)?(?!META-INF/)(.+)\\.class");

    private final ZipFile jar;
    private final AgentsTargets agents;
    private final PatchReport report;
    private final boolean redirects;
    private final Map<String, byte[]> changed = new HashMap<>();
    private final Map<String, byte[]> originals = new HashMap<>();

    /**
     * @param redirects whether calls of a Pemja that is not in the jar are redirected
     */
    JarPlan(ZipFile jar, AgentsTargets agents, PatchReport report, boolean redirects) {
        this.redirects = redirects && jar.getEntry(Target.INTERPRETER + ".class") == null;
        this.jar = jar;
        this.agents = agents;
        this.report = report;
    }

    /**
     * Looks at every entry.
     *
     * @return what keeps the jar from being patched; empty if nothing does
     */
    Optional<String> make() throws IOException {
        for (ZipEntry entry :
                (Iterable<ZipEntry>) jar.stream().map(ZipEntry.class::cast)::iterator) {
            Optional<String> refusal = look(entry.getName(), entry);
            if (refusal.isPresent()) {
                return refusal;
            }
        }
        return Optional.empty();
    }

    private Optional<String> look(String name, ZipEntry entry) throws IOException {
        Matcher found = CLASS.matcher(name);
        if (found.matches()) {
            return lookAtClass(name, found.group(1), read(entry));
        }
        if (JarSignature.isPart(name)) {
            report.noteSignature();
        } else if (name.endsWith(".jar")) {
            lookInside(name, entry);
        }
        return Optional.empty();
    }

    private Optional<String> lookAtClass(String entry, String name, byte[] bytes) {
        Optional<Target> target = Target.named(name);
        if (target.isPresent()) {
            List<String> mismatches = ReferenceCheck.mismatches(target.get(), bytes);
            if (!mismatches.isEmpty()) {
                return Optional.of(entry + ": " + String.join("; ", mismatches));
            }
            changed.put(entry, StaticStart.weave(target.get(), bytes));
            originals.put(entry, bytes);
            report.woven.add(name);
            return Optional.empty();
        }
        byte[] mended = agents.contains(name) ? agents.mend(name, bytes) : null;
        if (mended != null) {
            changed.put(entry, mended);
            report.mended.add(name);
        }
        byte[] current = mended == null ? bytes : mended;
        return !name.startsWith("pemja/") && CallSites.mayBeIn(current)
                ? lookAtCalls(entry, new CallSites(current))
                : Optional.empty();
    }

    private Optional<String> lookAtCalls(String entry, CallSites calls) {
        if (redirects && calls.found() > 0) {
            changed.put(entry, calls.redirect());
        }
        report.countCalls(calls.found(), calls.redirected());
        return calls.missesOne()
                ? Optional.of(entry + " makes an interpreter in a way that cannot be redirected")
                : Optional.empty();
    }

    /** Classes of a jar inside of the jar load from there; it is named, since it stays as it is. */
    private void lookInside(String name, ZipEntry entry) throws IOException {
        try (ZipInputStream inner = new ZipInputStream(jar.getInputStream(entry))) {
            for (ZipEntry next = inner.getNextEntry(); next != null; next = inner.getNextEntry()) {
                Matcher found = CLASS.matcher(next.getName());
                if (found.matches() && isTarget(found.group(1))) {
                    report.nested.add(name);
                }
            }
        }
    }

    private boolean isTarget(String name) {
        return Target.named(name).isPresent() || agents.contains(name);
    }

    private byte[] read(ZipEntry entry) throws IOException {
        try (InputStream content = jar.getInputStream(entry)) {
            return content.readAllBytes();
        }
    }

    /** The new bytes of a class; null where it stays as it is. */
    byte[] changed(String entry) {
        return changed.get(entry);
    }

    /** Pemja's classes as they were, by their entry. */
    Map<String, byte[]> originals() {
        return originals;
    }
}
