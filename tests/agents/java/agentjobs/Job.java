package agentjobs;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

import org.apache.flink.agents.api.AgentsExecutionEnvironment;
import org.apache.flink.agents.api.agents.Agent;
import org.apache.flink.agents.runtime.CompileUtils;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.DataStreamUtils;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.types.Row;
import org.apache.flink.util.CloseableIterator;

/** A job on a cluster inside of this JVM, with the operator of the installed release. */
public final class Job {
    private final JobClient client;
    private final CloseableIterator<?> results;

    private Job(StreamExecutionEnvironment flink, DataStream<?> results) throws Exception {
        this.results = results.collectAsync();
        this.client = flink.executeAsync();
    }

    /** Begins a job of agents in Java, each a link of one chain; settings are Flink's. */
    public static Job ofJavaAgents(
            List<String> agents, List<String> questions, int threads, Map<String, String> settings)
            throws Exception {
        StreamExecutionEnvironment flink = environment(settings);
        AgentsExecutionEnvironment environment =
                AgentsExecutionEnvironment.getExecutionEnvironment(flink);
        environment.getConfig().setInt("num-async-threads", threads);
        KeySelector<Object, String> key = question -> ((String) question).split("\\|")[0];
        List<Object> input = new ArrayList<>(questions);
        DataStream<Object> stream = flink.fromData(input, Types.GENERIC(Object.class));
        KeyedStream<Object, String> keyed = stream.keyBy(key, Types.STRING);
        for (String agent : agents) {
            Agent made = (Agent) Class.forName(agent).getConstructor().newInstance();
            stream = environment.fromDataStream(keyed, null).apply(made).toDataStream();
            keyed = DataStreamUtils.reinterpretAsKeyedStream(stream, key, Types.STRING);
        }
        return new Job(flink, stream);
    }

    /** Begins a job of an agent in Python, given by its plan. */
    public static Job ofPython(
            String plan, List<String> keys, List<byte[]> values, Map<String, String> settings)
            throws Exception {
        StreamExecutionEnvironment flink = environment(settings);
        Collection<Row> rows = new ArrayList<>();
        for (int n = 0; n < keys.size(); n++) {
            rows.add(Row.of(keys.get(n), values.get(n)));
        }
        KeySelector<Row, Row> key = row -> Row.of(row.getField(0));
        KeyedStream<Row, Row> keyed =
                flink.fromData(rows, Types.ROW(Types.STRING, Types.PRIMITIVE_ARRAY(Types.BYTE)))
                        .rebalance()
                        .filter(row -> true) // the source has one subtask, what follows has all
                        .keyBy(key, Types.ROW(Types.STRING));
        return new Job(flink, CompileUtils.connectToAgent(keyed, plan));
    }

    private static StreamExecutionEnvironment environment(Map<String, String> settings) {
        Configuration configuration = new Configuration();
        settings.forEach(configuration::setString);
        return StreamExecutionEnvironment.getExecutionEnvironment(configuration);
    }

    /** Waits for the end and answers with all results; throws all that made the job fail. */
    public Callable<List<Object>> results() {
        return () -> {
            List<Object> all = new ArrayList<>();
            try {
                results.forEachRemaining(all::add);
                client.getJobExecutionResult().get();
            } catch (Exception failure) {
                throw new IllegalStateException(Chain.of(failure), failure);
            }
            return all;
        };
    }

    /** Cancels and waits for the end; answers with what the end is said to be. */
    public Callable<String> cancel() {
        return () -> {
            client.cancel().get();
            try {
                client.getJobExecutionResult().get();
            } catch (Exception end) {
                return Chain.of(end);
            }
            return "finished";
        };
    }
}
