package chatjobs;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.agents.api.AgentsExecutionEnvironment;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.CloseableIterator;

/** The chat job of the agent in Java; its arguments are those of {@code chat_job.py}. */
public final class ChatJob {

    private ChatJob() {}

    /** Runs the job as often as is asked for; each run's answers go to a file of its own. */
    public static void main(String[] arguments) throws Exception {
        int runs = Integer.parseInt(arguments[7]);
        for (int run = 0; run < runs; run++) {
            run(arguments, Paths.get(arguments[8], Integer.toString(run)));
        }
    }

    private static void run(String[] arguments, Path answers) throws Exception {
        Configuration configuration = new Configuration();
        String python = System.getenv("CHAT_PYTHON");
        configuration.setString("python.executable", python);
        configuration.setString("python.client.executable", python);
        StreamExecutionEnvironment flink =
                StreamExecutionEnvironment.getExecutionEnvironment(configuration);
        flink.setParallelism(Integer.parseInt(arguments[6]));
        AgentsExecutionEnvironment agents =
                AgentsExecutionEnvironment.getExecutionEnvironment(flink);
        agents.getConfig().setInt("num-async-threads", Integer.parseInt(arguments[4]));
        DataStream<String> source = flink.fromData(questions(arguments), Types.STRING);
        KeySelector<String, String> key = question -> question.split("\\|")[0];
        DataStream<Object> results =
                agents.fromDataStream(source, key).apply(new ChatAgent()).toDataStream();
        try (CloseableIterator<Object> stream = results.executeAndCollect();
                PrintWriter file = new PrintWriter(Files.newBufferedWriter(answers), true)) {
            stream.forEachRemaining(file::println);
        }
    }

    private static List<String> questions(String[] arguments) {
        int keys = Integer.parseInt(arguments[3]);
        List<String> questions = new ArrayList<>();
        for (int n = 0; n < Integer.parseInt(arguments[2]); n++) {
            String key = Integer.toString(n % keys);
            String text = Integer.toString(n);
            questions.add(String.join("|", key, arguments[1], text, arguments[5], arguments[0]));
        }
        return questions;
    }
}
