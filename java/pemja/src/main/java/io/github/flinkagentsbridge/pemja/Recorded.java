package io.github.flinkagentsbridge.pemja;

import io.github.flinkagentsbridge.routing.LaneThreads;
import io.github.flinkagentsbridge.telemetry.Flight;

/** Operations as recordings show them; asked for only while one runs. */
final class Recorded {

    private Recorded() {}

    /**
     * Begins the event of an operation, on the thread that runs it.
     *
     * @param nested whether another operation is under way on that thread
     */
    static Flight.Running begin(BoundInterpreter bound, String call, boolean nested) {
        Thread here = Thread.currentThread();
        String manager = bound.manager().name();
        if (bound.manager().isOwner()) {
            return Flight.operation(manager, "owner", call, null);
        }
        if (nested) {
            return Flight.operation(manager, "bound", call, null);
        }
        return LaneThreads.isLane(here)
                ? Flight.operation(manager, "lane", call, LaneThreads.sourceOf(here))
                : Flight.operation(manager, "worker", call, null);
    }
}
