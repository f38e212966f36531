package org.apache.flink.metrics.prometheus;

import io.prometheus.client.Collector;

import java.util.Collections;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

import org.apache.flink.metrics.reporter.MetricReporter;
import org.apache.flink.metrics.reporter.MetricReporterFactory;

/** Flink's reporter for Prometheus without a server: the test asks for what it would serve. */
public final class QuietReporter extends AbstractPrometheusReporter
        implements MetricReporterFactory {
    private static volatile QuietReporter latest;

    @Override
    public MetricReporter createMetricReporter(Properties properties) {
        latest = new QuietReporter();
        return latest;
    }

    /** Every sample by its name, with the quantile behind that; the last label set counts. */
    public static Map<String, Double> samples() {
        Map<String, Double> samples = new TreeMap<>();
        for (Collector.MetricFamilySamples family :
                Collections.list(latest.registry.metricFamilySamples())) {
            for (Collector.MetricFamilySamples.Sample sample : family.samples) {
                int quantile = sample.labelNames.indexOf("quantile");
                String suffix = quantile < 0 ? "" : " " + sample.labelValues.get(quantile);
                samples.put(sample.name + suffix, sample.value);
            }
        }
        return samples;
    }
}
