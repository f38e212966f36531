package waiting;

import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

import org.apache.flink.agents.plan.AgentConfiguration;
import org.apache.flink.agents.plan.AgentPlan;
import org.apache.flink.agents.runtime.operator.ActionExecutionOperator;
import org.apache.flink.agents.runtime.operator.ActionExecutionOperatorFactory;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.tasks.StreamTaskActionExecutor;
import org.apache.flink.streaming.runtime.tasks.mailbox.Mail;
import org.apache.flink.streaming.runtime.tasks.mailbox.MailboxExecutorImpl;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.apache.flink.types.Row;

import com.fasterxml.jackson.databind.ObjectMapper;

/**
 * The operator of the installed release in Flink's own test harness, step by step, with an agent
 * that takes and gives texts: {@link Steps}, or one in Python.
 */
final class Bench implements AutoCloseable {
    private static final int THREADS = 8;
    private static final AtomicLong WATERMARKS = new AtomicLong();
    private static final byte SHORT_TEXT = (byte) 0x8c;

    private final boolean isJava;
    private final KeyedOneInputStreamOperatorTestHarness<String, Object, Object> harness;
    private long checkpoints;

    /**
     * @param pythonPlan null for the agent in Java
     * @param from null for an operator without state
     */
    Bench(String pythonPlan, OperatorSubtaskState from) throws Exception {
        isJava = pythonPlan == null;
        AgentPlan plan =
                isJava ? javaPlan() : new ObjectMapper().readValue(pythonPlan, AgentPlan.class);
        harness =
                new KeyedOneInputStreamOperatorTestHarness<>(
                        new ActionExecutionOperatorFactory<>(plan, isJava),
                        Bench::key,
                        Types.STRING);
        harness.initializeState(from);
        runWithoutMonitor();
        harness.open();
    }

    private static AgentPlan javaPlan() throws Exception {
        AgentConfiguration configuration = new AgentConfiguration();
        configuration.setInt("num-async-threads", THREADS);
        return new AgentPlan(new Steps(), configuration);
    }

    /**
     * As a task does. The harness runs mails under a monitor, and from JDK 24 on the JVM dies when
     * a continuation of its own is frozen above a frame that holds one.
     */
    private void runWithoutMonitor() throws ReflectiveOperationException {
        Field mailbox = ActionExecutionOperator.class.getDeclaredField("mailboxExecutor");
        mailbox.setAccessible(true);
        Field executor = MailboxExecutorImpl.class.getDeclaredField("actionExecutor");
        executor.setAccessible(true);
        executor.set(mailbox.get(harness.getOperator()), StreamTaskActionExecutor.IMMEDIATE);
    }

    private static String key(Object input) {
        Object text = input instanceof Row ? ((Row) input).getField(0) : input;
        return String.valueOf(text).split("\\|")[0];
    }

    void give(String input) throws Exception {
        byte[] pickled = ("V" + input + "\n.").getBytes(StandardCharsets.US_ASCII);
        harness.processElement(new StreamRecord<>(isJava ? input : Row.of(input, pickled)));
    }

    /** One that is later than all others. */
    long watermark() throws Exception {
        long time = WATERMARKS.incrementAndGet();
        harness.processWatermark(new Watermark(time));
        return time;
    }

    /** Runs one mail if there is one. */
    boolean step() throws Exception {
        Optional<Mail> mail = harness.getTaskMailbox().tryTake(0);
        if (mail.isPresent()) {
            mail.get().run();
        }
        return mail.isPresent();
    }

    int mails() {
        return harness.getTaskMailbox().size();
    }

    /** What the operator does at the end of its input. */
    void finish() throws Exception {
        ((ActionExecutionOperator<?, ?>) (Object) harness.getOperator()).endInput();
    }

    OperatorSubtaskState snapshot() throws Exception {
        return harness.snapshot(++checkpoints, checkpoints);
    }

    /** All outputs and watermarks since it was last asked, in their order. */
    List<String> takeOutputs() {
        List<String> outputs = new ArrayList<>();
        for (Object each : harness.getOutput()) {
            outputs.add(
                    each instanceof Watermark
                            ? "watermark|" + ((Watermark) each).getTimestamp()
                            : text(((StreamRecord<?>) each).getValue()));
        }
        harness.getOutput().clear();
        return outputs;
    }

    private String text(Object output) {
        if (isJava) {
            return (String) output;
        }
        byte[] pickled = (byte[]) output;
        int at = 0;
        while (pickled[at] != SHORT_TEXT) {
            at++;
        }
        return new String(pickled, at + 2, pickled[at + 1], StandardCharsets.UTF_8);
    }

    /** As a task that ends: no mail is taken from here on. */
    void quiesce() {
        harness.getTaskMailbox().quiesce();
    }

    @Override
    public void close() throws Exception {
        harness.close();
    }
}
