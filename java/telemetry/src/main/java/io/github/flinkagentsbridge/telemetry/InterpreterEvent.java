package io.github.flinkagentsbridge.telemetry;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** What has become of an interpreter; in an instant, with the time that it took. */
@Name("flinkagentsbridge.Interpreter")
@Label("Interpreter")
@Description("An interpreter was made, closed or left behind")
@Category("Flink Agents Bridge")
@StackTrace(false)
final class InterpreterEvent extends Event {
    @Label("Manager")
    String manager;

    @Label("What")
    String what;

    @Label("Kind")
    String kind;

    @Label("Taken")
    @Timespan(Timespan.NANOSECONDS)
    long taken;
}
