package io.github.flinkagentsbridge.telemetry;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** A call through a lane, on the source thread, from its submission to its result. */
@Name("flinkagentsbridge.LaneHop")
@Label("Lane Hop")
@Description("A call through a lane, as its caller sees it")
@Category("Flink Agents Bridge")
@StackTrace(false)
final class LaneHopEvent extends Event {
    @Label("Manager")
    String manager;

    /** Its name: the recorder forgets a thread that is detached, as CPython's are at their end. */
    @Label("Caller")
    String caller;

    @Label("Lane")
    Thread lane;

    @Label("Call")
    String call;

    @Label("Queued")
    @Timespan(Timespan.NANOSECONDS)
    long queued;

    @Label("Run")
    @Timespan(Timespan.NANOSECONDS)
    long run;

    @Label("Outcome")
    String outcome;
}
