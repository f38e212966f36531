package waiting;

import java.util.ArrayList;
import java.util.List;

import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;

/** An action that fails, and a checkpoint before its error is thrown; each step tells its end. */
public final class Failures {
    private final String plan;

    /**
     * @param plan null for the agent in Java
     */
    public Failures(String plan) {
        this.plan = plan;
    }

    /**
     * The first of a key's three actions fails by the gate; another operator goes on from the
     * checkpoint, if there is one.
     */
    public List<String> checkpointed(String gate) throws Exception {
        List<String> told = new ArrayList<>();
        OperatorSubtaskState state = null;
        try (Bench bench = new Bench(plan, null)) {
            int before = Gates.count("at " + gate);
            bench.give("a|1|" + gate + "//");
            while (Gates.count("at " + gate) == before) {
                bench.step();
            }
            try {
                state = bench.snapshot();
                told.add("checkpoint taken");
            } catch (Exception refused) {
                told.add("checkpoint refused: " + rootOf(refused));
            }
            told.add(end(bench));
            told.addAll(bench.takeOutputs());
        }
        if (state != null) {
            try (Bench next = new Bench(plan, state)) {
                told.add(end(next));
                told.addAll(next.takeOutputs());
            }
        }
        return told;
    }

    private static String end(Bench bench) {
        try {
            while (bench.step()) {
                // One mail after the other, until none is left.
            }
            return "idle";
        } catch (Exception failure) {
            return "failed: " + rootOf(failure);
        }
    }

    /** What the innermost cause says. */
    static String rootOf(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root.getMessage();
    }
}
