package io.github.flinkagentsbridge.telemetry;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A managed error for a caller, when it is made. */
@Name("flinkagentsbridge.Refusal")
@Label("Refusal")
@Description("A managed error was made for a caller")
@Category("Flink Agents Bridge")
@StackTrace(false)
final class RefusalEvent extends Event {
    @Label("Manager")
    String manager;

    @Label("Reason")
    String reason;

    @Label("Message")
    String message;
}
