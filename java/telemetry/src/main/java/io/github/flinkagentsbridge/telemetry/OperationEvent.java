package io.github.flinkagentsbridge.telemetry;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/**
 * One operation, on the thread that runs it; its fields are documented in {@code docs/metrics.md}.
 * Off unless a recording asks for it: there is one for each call into Python, and other people's
 * recordings run for as long as their JVM.
 */
@Name("flinkagentsbridge.Operation")
@Label("Operation")
@Description("One operation, on the thread that runs it")
@Category("Flink Agents Bridge")
@StackTrace(false)
@Enabled(false)
final class OperationEvent extends Event {
    @Label("Manager")
    String manager;

    @Label("Route")
    String route;

    @Label("Call")
    String call;

    @Label("Depth")
    int depth;

    @Label("Source Thread")
    Thread source;
}
