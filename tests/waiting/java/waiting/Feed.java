package waiting;

import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;

import org.apache.flink.streaming.api.functions.source.legacy.SourceFunction;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.types.Row;

/** A source that emits what the test gives it, and ends when it is told to. */
public final class Feed implements SourceFunction<Row> {
    private static final long serialVersionUID = 1;
    private static final Map<String, BlockingQueue<Row>> QUEUES = new ConcurrentHashMap<>();
    private static final Row END = Row.of("end", null);

    private final String name;
    private volatile boolean runs = true;

    Feed(String name) {
        this.name = name;
    }

    private static BlockingQueue<Row> queue(String name) {
        return QUEUES.computeIfAbsent(name, absent -> new LinkedBlockingQueue<>());
    }

    static void give(String name, Row row) {
        queue(name).add(row);
    }

    static void end(String name) {
        queue(name).add(END);
    }

    @Override
    public void run(SourceContext<Row> context) throws Exception {
        while (runs) {
            Row row = queue(name).take();
            if (row == END) {
                return;
            }
            synchronized (context.getCheckpointLock()) {
                if (row.getField(0) instanceof Long) {
                    context.emitWatermark(new Watermark((Long) row.getField(0)));
                } else {
                    context.collect(row);
                }
            }
        }
    }

    @Override
    public void cancel() {
        runs = false;
    }
}
