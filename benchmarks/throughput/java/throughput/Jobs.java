package throughput;

import com.sun.management.OperatingSystemMXBean;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.apache.flink.agents.runtime.CompileUtils;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.legacy.SinkFunction;
import org.apache.flink.types.Row;

/**
 * Runs jobs of an agent in Python, one for each line read: the file of its plan and that of its
 * records. Answers with the nanoseconds between the first and the last result, and with those that
 * the process has used of all processors meanwhile.
 */
public final class Jobs {

    private Jobs() {}

    public static void main(String[] arguments) throws Exception {
        System.out.println("ready");
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            String[] files = line.split("\t");
            run(Files.readString(Paths.get(files[0])), records(Paths.get(files[1])));
            System.out.println("span " + Stamps.told());
        }
        System.exit(0);
    }

    private static List<Row> records(Path file) throws Exception {
        List<Row> rows = new ArrayList<>();
        for (String line : Files.readAllLines(file)) {
            String[] parts = line.split(" ");
            rows.add(Row.of(parts[0], Base64.getDecoder().decode(parts[1])));
        }
        return rows;
    }

    private static void run(String plan, List<Row> rows) throws Exception {
        Stamps.begin();
        Configuration configuration = new Configuration();
        configuration.setString("python.executable", System.getenv("CHAT_PYTHON"));
        configuration.setString("python.client.executable", System.getenv("CHAT_PYTHON"));
        StreamExecutionEnvironment flink =
                StreamExecutionEnvironment.getExecutionEnvironment(configuration);
        flink.setParallelism(1);
        KeySelector<Row, Row> key = row -> Row.of(row.getField(0));
        KeyedStream<Row, Row> keyed =
                flink.fromData(rows, Types.ROW(Types.STRING, Types.PRIMITIVE_ARRAY(Types.BYTE)))
                        .keyBy(key, Types.ROW(Types.STRING));
        CompileUtils.connectToAgent(keyed, plan).addSink(new Stamps());
        flink.execute();
    }

    /** Is chained to the agent, on its thread. */
    private static final class Stamps implements SinkFunction<byte[]> {

        private static final long serialVersionUID = 1L;
        private static long first;
        private static long last;
        private static long firstCpu;
        private static long lastCpu;
        private static int results;

        static synchronized void begin() {
            results = 0;
        }

        static synchronized String told() {
            return results + " " + (last - first) + " " + (lastCpu - firstCpu);
        }

        private static synchronized void note(long now, long cpu) {
            if (results++ == 0) {
                first = now;
                firstCpu = cpu;
            }
            last = now;
            lastCpu = cpu;
        }

        @Override
        public void invoke(byte[] result, Context context) {
            OperatingSystemMXBean system =
                    (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
            note(System.nanoTime(), system.getProcessCpuTime());
        }
    }
}
