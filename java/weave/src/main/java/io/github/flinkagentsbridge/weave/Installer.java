package io.github.flinkagentsbridge.weave;

import io.github.flinkagentsbridge.pemja.BridgeOptions;
import io.github.flinkagentsbridge.pemja.EventReport;

import java.lang.instrument.Instrumentation;

/** Installs the weaver. Says nothing: a JVM that never meets Pemja is no concern of ours. */
public final class Installer {

    private Installer() {}

    /** Called through reflection by {@link BridgeAgent}, in the weaver's own class loader. */
    public static void install(String optionText, String jar, Instrumentation instrumentation) {
        BridgeOptions options = BridgeOptions.parse(optionText);
        if (!options.enabled()) {
            return;
        }
        EventReport report = new EventReport(options.report());
        instrumentation.addTransformer(
                new TargetTransformer(
                        new Verdicts(options.strict(), report::refused),
                        AgentsTargets.ofAgent(options.memoryContract()),
                        new RuntimeStart(instrumentation, jar, optionText)));
    }
}
