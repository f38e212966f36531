package waiting;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.lang.reflect.Field;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

import org.apache.flink.agents.runtime.CompileUtils;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.types.Row;
import org.apache.flink.util.CloseableIterator;

/** A job of an agent in Python, on a cluster inside of this JVM, fed by the test. */
public final class Flow {
    private static final String OPERATOR = "action-execute-operator";

    private final String name;
    private final JobClient client;
    private final CloseableIterator<?> results;

    private Flow(String name, StreamExecutionEnvironment flink, DataStream<?> results)
            throws Exception {
        this.name = name;
        this.results = results.collectAsync();
        this.client = flink.executeAsync(name);
    }

    /** Begins it; settings are Flink's. */
    public static Flow of(String name, String plan, Map<String, String> settings) throws Exception {
        Configuration configuration = new Configuration();
        settings.forEach(configuration::setString);
        StreamExecutionEnvironment flink =
                StreamExecutionEnvironment.getExecutionEnvironment(configuration);
        KeySelector<Row, Row> key = row -> Row.of(row.getField(0));
        KeyedStream<Row, Row> keyed =
                flink.addSource(
                                new Feed(name),
                                Types.ROW(Types.STRING, Types.PRIMITIVE_ARRAY(Types.BYTE)))
                        .keyBy(key, Types.ROW(Types.STRING));
        return new Flow(name, flink, CompileUtils.connectToAgent(keyed, plan));
    }

    public void give(String key, byte[] value) {
        Feed.give(name, Row.of(key, value));
    }

    /** Gives many at once. */
    public void giveAll(List<String> keys, List<byte[]> values) {
        for (int n = 0; n < keys.size(); n++) {
            give(keys.get(n), values.get(n));
        }
    }

    public void watermark(long time) {
        Feed.give(name, Row.of(time, null));
    }

    public void end() {
        Feed.end(name);
    }

    /** The next results. */
    public Callable<List<Object>> take(int count) {
        return () -> {
            List<Object> taken = new ArrayList<>();
            while (taken.size() < count) {
                taken.add(results.next());
            }
            return taken;
        };
    }

    /** Waits for the end and answers with all results that are left. */
    public Callable<List<Object>> rest() {
        return () -> {
            List<Object> all = new ArrayList<>();
            results.forEachRemaining(all::add);
            client.getJobExecutionResult().get();
            return all;
        };
    }

    /** Cancels and waits for the end. */
    public Callable<String> cancel() {
        return () -> {
            client.cancel().get();
            try {
                client.getJobExecutionResult().get();
                return "finished";
            } catch (Exception end) {
                return String.valueOf(end.getCause());
            }
        };
    }

    /** Takes one and lets the job go on; its place. */
    public Callable<String> savepoint(String folder) {
        return () -> client.triggerSavepoint(folder, SavepointFormatType.CANONICAL).get();
    }

    /** What Flink's REST interface answers; of the job itself for a path of its own. */
    public Callable<String> ask(String path) {
        return () -> {
            Field field = client.getClass().getDeclaredField("miniCluster");
            field.setAccessible(true);
            URI rest = ((MiniCluster) field.get(client)).getRestAddress().get();
            URI asked = rest.resolve("/jobs/" + client.getJobID() + path);
            return HttpClient.newHttpClient()
                    .send(HttpRequest.newBuilder(asked).build(), BodyHandlers.ofString())
                    .body();
        };
    }

    /** The CPU time of the mailbox threads of agents' operators, in nanoseconds. */
    public static long mailboxCpu() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long total = 0;
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().contains(OPERATOR) && thread.getName().endsWith("#0")) {
                total += Math.max(0, threads.getThreadCpuTime(thread.getId()));
            }
        }
        return total;
    }
}
