package io.github.flinkagentsbridge.telemetry;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** A lane that is so slow that the log speaks of it. */
@Name("flinkagentsbridge.Stall")
@Label("Stall")
@Description("A warning of slowness was logged")
@Category("Flink Agents Bridge")
@StackTrace(false)
final class StallEvent extends Event {
    @Label("Manager")
    String manager;

    @Label("Lane")
    Thread lane;

    @Label("Waited")
    @Timespan(Timespan.NANOSECONDS)
    long waited;

    @Label("Waiters")
    int waiters;

    @Label("Call")
    String call;
}
