package io.github.flinkagentsbridge.metrics;

import io.github.flinkagentsbridge.routing.PythonInterpreterManager;
import io.github.flinkagentsbridge.routing.TimeSummary;
import io.github.flinkagentsbridge.routing.Timing;

import org.apache.flink.metrics.Histogram;
import org.apache.flink.metrics.HistogramStatistics;

/** Durations that the manager measures; reporters read them. */
final class TimingHistogram implements Histogram {

    private final PythonInterpreterManager<?> manager;
    private final Timing timing;

    TimingHistogram(PythonInterpreterManager<?> manager, Timing timing) {
        this.manager = manager;
        this.timing = timing;
    }

    @Override
    public void update(long value) {
        throw new UnsupportedOperationException(timing.key() + " is measured by its manager");
    }

    @Override
    public long getCount() {
        return timing.of(manager.statistics()).count();
    }

    @Override
    public HistogramStatistics getStatistics() {
        return new OfSummary(timing.of(manager.statistics()));
    }

    private static final class OfSummary extends HistogramStatistics {
        private final TimeSummary summary;

        OfSummary(TimeSummary summary) {
            this.summary = summary;
        }

        @Override
        public double getQuantile(double quantile) {
            return summary.quantile(quantile);
        }

        @Override
        public long[] getValues() {
            return summary.values();
        }

        @Override
        public int size() {
            return summary.size();
        }

        @Override
        public double getMean() {
            return summary.mean();
        }

        @Override
        public double getStdDev() {
            return summary.deviation();
        }

        @Override
        public long getMax() {
            return summary.max();
        }

        @Override
        public long getMin() {
            return summary.min();
        }
    }
}
