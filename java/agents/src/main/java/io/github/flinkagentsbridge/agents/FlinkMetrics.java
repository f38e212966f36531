package io.github.flinkagentsbridge.agents;

import io.github.flinkagentsbridge.routing.PythonInterpreterManager;

import java.lang.ref.WeakReference;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;

/**
 * Puts a manager's numbers into its operator's metric group. The classes that do it extend Flink's,
 * so they lie in a folder of the agent jar, which a loader below that of Flink looks into. What
 * goes wrong is said in the log and stops nothing.
 *
 * <p>Threads: any.
 */
final class FlinkMetrics {

    private static final System.Logger LOG = System.getLogger(FlinkMetrics.class.getName());
    private static final String REGISTRAR = "io.github.flinkagentsbridge.metrics.OperatorMetrics";

    /** The agent jar; null for no metrics. */
    private static volatile String jar;

    /** Kept alive by what it has registered; a lost race is a second loader. */
    private static volatile WeakReference<ClassLoader> latest = new WeakReference<>(null);

    private FlinkMetrics() {}

    /** Says where the classes are; not at all where the option is off. */
    static void from(String jarPath) {
        jar = jarPath;
    }

    /** By the thread that has opened the operator. */
    static void register(Object operator, PythonInterpreterManager<?> manager) {
        if (jar == null) {
            return;
        }
        try {
            Object group = operator.getClass().getMethod("getMetricGroup").invoke(operator);
            Class.forName(REGISTRAR, true, loader(group.getClass().getClassLoader()))
                    .getMethod("register", Object.class, PythonInterpreterManager.class)
                    .invoke(null, group, manager);
        } catch (ReflectiveOperationException
                | LinkageError
                | MalformedURLException
                | RuntimeException failure) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "No metrics of manager '" + manager.name() + "' in its operator's group",
                    failure);
        }
    }

    private static ClassLoader loader(ClassLoader flinks) throws MalformedURLException {
        ClassLoader known = latest.get();
        if (known == null || known.getParent() != flinks) {
            URL folder = new URL("jar:" + Path.of(jar).toUri() + "!/metrics/");
            known = new URLClassLoader("flink-agents-bridge-metrics", new URL[] {folder}, flinks);
            latest = new WeakReference<>(known);
        }
        return known;
    }
}
