package io.github.flinkagentsbridge.metrics;

import io.github.flinkagentsbridge.routing.Metric;
import io.github.flinkagentsbridge.routing.PythonInterpreterManager;

import org.apache.flink.metrics.Counter;

/** A count that the manager keeps; reporters read it, and nobody else may change it. */
final class ReadCounter implements Counter {

    private final PythonInterpreterManager<?> manager;
    private final Metric metric;

    ReadCounter(PythonInterpreterManager<?> manager, Metric metric) {
        this.manager = manager;
        this.metric = metric;
    }

    @Override
    public long getCount() {
        return metric.of(manager.statistics());
    }

    @Override
    public void inc() {
        throw new UnsupportedOperationException(metric.key() + " is counted by its manager");
    }

    @Override
    public void inc(long by) {
        inc();
    }

    @Override
    public void dec() {
        inc();
    }

    @Override
    public void dec(long by) {
        inc();
    }
}
