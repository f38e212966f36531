package io.github.flinkagentsbridge.pemja;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a Python executable has told about itself ({@code embedded/startup.py}), and judged. */
final class PythonFacts {

    private static final String MARK = "flink-agents-bridge ";

    private final String executable;
    private final Map<String, String> facts = new LinkedHashMap<>();
    private final List<Finding> errors = new ArrayList<>();
    private final List<Finding> warnings = new ArrayList<>();

    private PythonFacts(String executable) {
        this.executable = executable;
    }

    /** Nothing is known of it: it was not asked, or gave no answer. */
    static PythonFacts unknown(String executable) {
        return new PythonFacts(executable);
    }

    static PythonFacts warning(String executable, Finding finding) {
        PythonFacts told = new PythonFacts(executable);
        told.warnings.add(finding);
        return told;
    }

    static PythonFacts error(String executable, Finding finding) {
        PythonFacts told = new PythonFacts(executable);
        told.errors.add(finding);
        return told;
    }

    /** Reads what the script has printed; other lines, of whatever else printed, are left out. */
    static PythonFacts of(String executable, String output) {
        PythonFacts told = new PythonFacts(executable);
        output.lines()
                .filter(line -> line.startsWith(MARK))
                .forEach(line -> told.add(line.substring(MARK.length())));
        return told;
    }

    private void add(String line) {
        String[] parts = line.split(" ", 2);
        if (parts[0].equals("fact")) {
            String[] fact = parts[1].split("=", 2);
            facts.put(fact[0], fact[1]);
        } else {
            String[] said = parts[1].split("\t", 2);
            (parts[0].equals("error") ? errors : warnings).add(new Finding(said[0], said[1]));
        }
    }

    /** The executable as the application named it; null for none. */
    String executable() {
        return executable;
    }

    /** One fact by its name in the script, or null. */
    String get(String name) {
        return facts.get(name);
    }

    boolean known() {
        return !facts.isEmpty();
    }

    /** What would keep Pemja from starting, or end the JVM. */
    List<Finding> errors() {
        return Collections.unmodifiableList(errors);
    }

    List<Finding> warnings() {
        return Collections.unmodifiableList(warnings);
    }
}
