package io.github.flinkagentsbridge.telemetry;

import io.github.flinkagentsbridge.routing.RoutingListener;

/** Where events go; by default nowhere. What records them links to {@code jdk.jfr}, this not. */
interface FlightSink extends RoutingListener {

    /** Whether {@link #operation} is of any use now. */
    default boolean recordsOperations() {
        return false;
    }

    default Flight.Running operation(String manager, String route, String call, Thread source) {
        return Flight.Running.UNHEARD;
    }

    default Flight.Batch handleBatch(String manager) {
        return Flight.Batch.UNHEARD;
    }
}
