package waiting;

import io.github.flinkagentsbridge.agents.OpenAwaits;
import io.github.flinkagentsbridge.agents.WakeCounts;

import java.util.ArrayList;
import java.util.List;

import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;

/** Scripted runs of one operator; each answers with what has come out, and when. */
public final class Cases {
    private static final int MORE_THAN_THREADS = 12;
    private static final long PATIENCE = 60_000_000_000L;

    private final String plan;

    /**
     * @param plan null for the agent in Java
     */
    public Cases(String plan) {
        this.plan = plan;
    }

    /** A key's second and third action are ready while the first one waits; then it waits, too. */
    public List<String> readyOnesGoOn() throws Exception {
        try (Bench bench = new Bench(plan, null)) {
            bench.give("a|1|ready//");
            List<String> told = rested(bench, 1);
            Gates.open("ready");
            bench.finish();
            told.addAll(bench.takeOutputs());
            return told;
        }
    }

    /** While one key waits, others do not, a watermark does, and its own next input does. */
    public List<String> othersGoOn() throws Exception {
        try (Bench bench = new Bench(plan, null)) {
            bench.give("a|1|others/others/others");
            bench.watermark();
            bench.give("b|1|//");
            bench.give("a|2|//");
            List<String> told = rested(bench, 1);
            Gates.open("others");
            bench.finish();
            told.addAll(bench.takeOutputs());
            return told;
        }
    }

    /** Two keys of which each waits twice; the end of input comes meanwhile. */
    public List<String> endOfInput() throws Exception {
        try (Bench bench = new Bench(plan, null)) {
            bench.give("a|1|end1,end2//");
            bench.give("b|1|end2,end1//");
            List<String> told = rested(bench, 2);
            Thread opener = new Thread(() -> List.of("end1", "end2").forEach(Gates::open));
            opener.start();
            bench.finish();
            opener.join();
            told.addAll(bench.takeOutputs());
            return told;
        }
    }

    /** A checkpoint of a waiting key, and another operator that goes on from there. */
    public List<String> restore() throws Exception {
        Bench first = new Bench(plan, null);
        first.give("a|1|restored//");
        first.give("a|2|//");
        List<String> told = rested(first, 1);
        OperatorSubtaskState state = first.snapshot();
        closed(first, "restored");
        try (Bench second = new Bench(plan, state)) {
            second.finish();
            told.addAll(second.takeOutputs());
        }
        return told;
    }

    /**
     * The task is cancelled while keys wait, some for a call that will never be made; the others
     * end during the close, or after it.
     */
    public List<String> cancel() throws Exception {
        Bench bench = new Bench(plan, null);
        for (int key = 0; key < MORE_THAN_THREADS; key++) {
            bench.give(key + "|1|cancelled//");
        }
        List<String> told = rested(bench, MORE_THAN_THREADS);
        bench.quiesce();
        closed(bench, "cancelled");
        told.add("parked " + WakeCounts.parkedNow() + ", awaited " + OpenAwaits.count());
        return told;
    }

    /** The awaited call fails. */
    public String failure() throws Exception {
        try (Bench bench = new Bench(plan, null)) {
            bench.give("a|1|fail//");
            rested(bench, 1);
            Gates.open("fail");
            bench.finish();
            return "finished";
        } catch (Exception failure) {
            return failure.getCause() + " <- " + Failures.rootOf(failure);
        }
    }

    /** As many keys at once, with the pool's few threads inside of a call, or none. */
    public int manyKeys(int count) throws Exception {
        try (Bench bench = new Bench(plan, null)) {
            for (int key = 0; key < count; key++) {
                bench.give(key + "|1|many//");
            }
            int ready = rested(bench, count).size() - 1;
            Gates.open("many");
            bench.finish();
            return ready + bench.takeOutputs().size();
        }
    }

    /** Runs mails until that many keys are parked and nothing is left to do. */
    private static List<String> rested(Bench bench, int keys) throws Exception {
        long until = System.nanoTime() + PATIENCE;
        while (bench.step() || WakeCounts.parkedNow() < keys) {
            if (System.nanoTime() > until) {
                throw new IllegalStateException(WakeCounts.parkedNow() + " keys are parked");
            }
            Thread.onSpinWait();
        }
        List<String> told = new ArrayList<>(bench.takeOutputs());
        told.add("parked " + WakeCounts.parkedNow() + ", mails " + bench.mails());
        return told;
    }

    /** Python's pool is waited for, so its call ends inside of the close, Java's after it. */
    private void closed(Bench bench, String gate) throws Exception {
        Thread opener = new Thread(() -> Gates.open(gate));
        if (plan != null) {
            opener.start();
        }
        bench.close();
        if (plan == null) {
            opener.start();
        }
        opener.join();
    }
}
