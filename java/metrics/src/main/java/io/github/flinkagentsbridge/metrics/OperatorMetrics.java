package io.github.flinkagentsbridge.metrics;

import io.github.flinkagentsbridge.routing.Metric;
import io.github.flinkagentsbridge.routing.PythonInterpreterManager;
import io.github.flinkagentsbridge.routing.Timing;

import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.MetricGroup;

/**
 * A manager's numbers in the metric group of its operator. They are read when a reporter asks, so
 * the manager's calls pay nothing for them; Flink drops them with the operator.
 *
 * <p>Lives in a folder of the jar that a class loader of its own looks into, below that of Flink's
 * classes: the runtime on the boot class path sees no Flink.
 */
public final class OperatorMetrics {

    /** The group, in the operator's own. */
    public static final String GROUP = "python_bridge";

    private OperatorMetrics() {}

    /**
     * Called by reflection, on the operator's thread.
     *
     * @param operators the operator's {@code MetricGroup}
     */
    public static void register(Object operators, PythonInterpreterManager<?> manager) {
        MetricGroup group = ((MetricGroup) operators).addGroup(GROUP);
        for (Metric metric : Metric.values()) {
            if (metric.isCount()) {
                group.counter(metric.key(), new ReadCounter(manager, metric));
            } else {
                group.gauge(metric.key(), (Gauge<Long>) () -> metric.of(manager.statistics()));
            }
        }
        for (Timing timing : Timing.values()) {
            group.histogram(timing.key(), new TimingHistogram(manager, timing));
        }
    }
}
