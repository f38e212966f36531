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

import java.lang.reflect.Proxy;
import java.util.List;

/** Flink's state backends outside of a job. */
final class Flink {

    static final String ROCKSDB = "rocksdb";
    static final String HEAP = "hashmap";

    private static final String OPERATOR = "scan";

    private final Configuration configuration = new Configuration();

    /**
     * @param folder where RocksDB keeps its copy
     */
    Flink(String folder) {
        configuration.set(CoreOptions.TMP_DIRS, folder);
        // There is no task manager whose memory could be shared.
        configuration.setString("state.backend.rocksdb.memory.managed", "false");
    }

    static ClassLoader loader() {
        return Flink.class.getClassLoader();
    }

    /** Restores one part into a backend of that type. */
    <K> CheckpointableKeyedStateBackend<K> restore(
            String type, KeyedStateHandle part, TypeSerializer<K> keys, int keyGroups)
            throws Exception {
        Environment environment = environment(keyGroups);
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
                                new CloseableRegistry()));
    }

    OperatorStateBackend restore(OperatorStateHandle part) throws Exception {
        return backend(HEAP)
                .createOperatorStateBackend(
                        new OperatorStateBackendParametersImpl(
                                environment(1), OPERATOR, List.of(part), new CloseableRegistry()));
    }

    private StateBackend backend(String type) throws Exception {
        configuration.set(StateBackendOptions.STATE_BACKEND, type);
        return StateBackendLoader.loadStateBackendFromConfig(configuration, loader(), null);
    }

    private Environment environment(int keyGroups) {
        return new SavepointEnvironment.Builder(
                        context(keyGroups), new ExecutionConfig(), keyGroups)
                .setConfiguration(configuration)
                .build();
    }

    /** What Flink's environment asks of a function's context. */
    private static RuntimeContext context(int keyGroups) {
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
                                    return new TaskInfoImpl(OPERATOR, keyGroups, 0, 1, 0);
                                default:
                                    throw new UnsupportedOperationException(method.toString());
                            }
                        });
    }
}
