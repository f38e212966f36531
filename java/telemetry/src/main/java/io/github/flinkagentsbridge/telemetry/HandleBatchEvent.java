package io.github.flinkagentsbridge.telemetry;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** References that were given back to Python with one visit. */
@Name("flinkagentsbridge.HandleBatch")
@Label("Handle Batch")
@Description("References to Python objects were given back")
@Category("Flink Agents Bridge")
@StackTrace(false)
final class HandleBatchEvent extends Event {
    @Label("Manager")
    String manager;

    @Label("Released")
    int released;

    @Label("Live")
    long live;
}
