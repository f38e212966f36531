package io.github.flinkagentsbridge.weave;

import io.github.flinkagentsbridge.pemja.BridgeOptions;
import io.github.flinkagentsbridge.pemja.EventReport;
import io.github.flinkagentsbridge.pemja.Marks;

import java.lang.instrument.Instrumentation;

/** Installs the weaver. Says nothing: a JVM that never meets Pemja is no concern of ours. */
public final class Installer {

    private Installer() {}

    /**
     * Called through reflection by {@link BridgeAgent}, in the weaver's own class loader.
     *
     * @throws IllegalStateException in strict mode, if Pemja was loaded before (B13)
     */
    public static void install(String optionText, String jar, Instrumentation instrumentation) {
        BridgeOptions options = BridgeOptions.parse(optionText);
        Marks.agent(jar, options.enabled());
        if (!options.enabled()) {
            return;
        }
        EventReport report = new EventReport(options.report());
        Verdicts verdicts = new Verdicts(options.strict(), report::refused);
        for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
            Target.named(loaded.getName().replace('.', '/'))
                    .ifPresent(target -> verdicts.tooLate(target.name()));
        }
        instrumentation.addTransformer(
                new TargetTransformer(
                        verdicts,
                        AgentsTargets.ofAgent(options),
                        new RuntimeStart(instrumentation, jar, optionText)));
    }
}
