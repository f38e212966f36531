package io.github.flinkagentsbridge.weave;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;

/** What was found in a jar, and what was done to it. */
final class PatchReport {

    /** Pemja's classes that were woven; internal names. */
    final TreeSet<String> woven = new TreeSet<>();

    /** Flink Agents' classes that were mended. */
    final TreeSet<String> mended = new TreeSet<>();

    /** Jars inside of the jar that hold what would have been patched. */
    final TreeSet<String> nested = new TreeSet<>();

    private int calls;
    private int redirected;
    private boolean unsigned;

    /** Notes calls of Pemja in other classes, and how many of them lead to the bridge now. */
    void countCalls(int found, int led) {
        calls += found - led;
        redirected += led;
    }

    boolean redirects() {
        return redirected > 0;
    }

    void noteSignature() {
        unsigned = true;
    }

    boolean changesSomething() {
        return !woven.isEmpty() || !mended.isEmpty() || redirects();
    }

    boolean isSigned() {
        return unsigned;
    }

    /** The jar was written anew. */
    Map<String, Object> patched() {
        return answer("patched", null);
    }

    /** There is nothing in it that a patch could change. */
    Map<String, Object> nothing() {
        return answer("nothing", null);
    }

    /** It must not be changed. */
    Map<String, Object> refused(String reason) {
        return answer("refused", reason);
    }

    /** Another run has patched it. */
    static Map<String, Object> already(Stream<String> mark) {
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("outcome", "already");
        answer.put("version", mark.findFirst().orElse("unknown"));
        return answer;
    }

    private Map<String, Object> answer(String outcome, String reason) {
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("outcome", outcome);
        answer.put("reason", reason);
        answer.put("woven", List.copyOf(woven));
        answer.put("mended", List.copyOf(mended));
        answer.put("calls", calls);
        answer.put("redirected", redirected);
        answer.put("unsigned", unsigned);
        answer.put("nested", List.copyOf(nested));
        return answer;
    }
}
