package io.github.flinkagentsbridge.pemja;

import io.github.flinkagentsbridge.routing.LongWaits;
import io.github.flinkagentsbridge.routing.Metric;
import io.github.flinkagentsbridge.routing.PythonInterpreterManager;
import io.github.flinkagentsbridge.routing.Statistics;
import io.github.flinkagentsbridge.routing.Timing;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What all live managers of this JVM are at. Asked by reflection, from code that was attached to
 * the JVM and links to no class of ours; what the answers look like stands there ({@code
 * attach.Answer}).
 *
 * <p>Threads: any.
 */
public final class RuntimeReport {

    private RuntimeReport() {}

    /** For people; null if this copy of the runtime has not been started. */
    public static String dump() {
        PemjaRuntime runtime = PemjaRuntime.get();
        if (runtime == null) {
            return null;
        }
        List<PythonInterpreterManager<?>> managers = runtime.managers();
        return managers.isEmpty()
                ? "no manager is open: no Python interpreter is in use"
                : managers.stream()
                        .map(PythonInterpreterManager::dumpWithStacks)
                        .collect(Collectors.joining("\n\n"));
    }

    /** For programs, as a JSON object; null if this copy of the runtime has not been started. */
    public static String statistics() {
        PemjaRuntime runtime = PemjaRuntime.get();
        if (runtime == null) {
            return null;
        }
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("version", Protection.version());
        answer.put(
                "managers",
                runtime.managers().stream().map(RuntimeReport::facts).collect(Collectors.toList()));
        answer.put("longWaits", LongWaits.sentences());
        return Json.text(answer);
    }

    private static Map<String, Object> facts(PythonInterpreterManager<?> manager) {
        Map<String, Object> facts = manager.facts();
        Statistics statistics = manager.statistics();
        facts.put("statistics", Metric.all(statistics));
        facts.put("timings", Timing.all(statistics));
        return facts;
    }
}
