package io.github.flinkagentsbridge.scan;

import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.JobInfoImpl;
import org.apache.flink.api.common.TaskInfoImpl;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.core.fs.CloseableRegistry;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.apache.flink.runtime.execution.Environment;
import org.apache.flink.runtime.state.CheckpointableKeyedStateBackend;
import org.apache.flink.runtime.state.KeyedStateBackendParametersImpl;
import org.apache.flink.runtime.state.KeyedStateHandle;
import org.apache.flink.runtime.state.OperatorStateBackend;
import org.apache.flink.runtime.state.OperatorStateBackendParametersImpl;
import org.apache.flink.runtime.state.OperatorStateHandle;
import org.apache.flink.runtime.state.StateBackend;
import org.apache.flink.runtime.state.StateBackendLoader;
import org.apache.flink.runtime.state.ttl.TtlTimeProvider;
import org.apache.flink.state.api.runtime.SavepointEnvironment;
import org.apache.flink.util.IOUtils;

import java.lang.reflect.Proxy;
import java.util.List;

/**
 * Flink's state backends outside of a job: one environment for all parts of a scan, since each has
 * threads, a folder and a shutdown hook of its own.
 */
final class Flink implements AutoCloseable {

    static final String ROCKSDB = "rocksdb";
    static final String HEAP = "hashmap";

    private static final String OPERATOR = "scan";

    private final Configuration configuration = new Configuration();
    private final CloseableRegistry streams = new CloseableRegistry();
    private final Environment environment;

    /**
     * @param folder where RocksDB keeps its copy
     */
    Flink(String folder) {
        configuration.set(CoreOptions.TMP_DIRS, folder);
        // There is no task manager whose memory could be shared.
        configuration.setString("state.backend.rocksdb.memory.managed", "false");
        environment =
                new SavepointEnvironment.Builder(context(), new ExecutionConfig(), 1)
                        .setConfiguration(configuration)
                        .build();
    }

    static ClassLoader loader() {
        return Flink.class.getClassLoader();
    }

    /** Restores one part into a backend of that type. */
    <K> CheckpointableKeyedStateBackend<K> restore(
            String type, KeyedStateHandle part, TypeSerializer<K> keys, int keyGroups)
            throws Exception {
        return backend(type)
                .createKeyedStateBackend(
                        new KeyedStateBackendParametersImpl<>(
                                environment,
                                environment.getJobID(),
                                OPERATOR,
                                keys,
                                keyGroups,
                                part.getKeyGroupRange(),
                                environment.getTaskKvStateRegistry(),
                                TtlTimeProvider.DEFAULT,
                                new UnregisteredMetricsGroup(),
                                List.of(part),
                                streams));
    }

    OperatorStateBackend restore(OperatorStateHandle part) throws Exception {
        return backend(HEAP)
                .createOperatorStateBackend(
                        new OperatorStateBackendParametersImpl(
                                environment, OPERATOR, List.of(part), streams));
    }

    private StateBackend backend(String type) throws Exception {
        configuration.set(StateBackendOptions.STATE_BACKEND, type);
        return StateBackendLoader.loadStateBackendFromConfig(configuration, loader(), null);
    }

    /** Ends the environment's threads and deletes its folder, as far as it can. */
    @Override
    public void close() {
        IOUtils.closeAllQuietly(streams, environment.getIOManager());
    }

    /** What Flink's environment asks of a function's context. */
    private static RuntimeContext context() {
        return (RuntimeContext)
                Proxy.newProxyInstance(
                        loader(),
                        new Class<?>[] {RuntimeContext.class},
                        (proxy, method, arguments) -> {
                            switch (method.getName()) {
                                case "getUserCodeClassLoader":
                                    return loader();
                                case "getJobInfo":
                                    return new JobInfoImpl(new JobID(), OPERATOR);
                                case "getTaskInfo":
                                    return new TaskInfoImpl(OPERATOR, 1, 0, 1, 0);
                                default:
                                    throw new UnsupportedOperationException(method.toString());
                            }
                        });
    }
}
