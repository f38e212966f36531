package waiting;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;

/**
 * One random schedule: inputs on a few keys, gates that open in any order, watermarks, checkpoints
 * with a restore, an end of input or a close, while the awaited calls run on threads of their own.
 */
final class Schedule {
    private static final int ACTIONS = 3;

    private final Random random;
    private final String prefix;
    private final String plan;
    private final Map<String, Integer> given = new TreeMap<>();
    private final Map<Long, Map<String, Integer>> before = new HashMap<>();
    private final List<String> outputs = new ArrayList<>();
    private final List<String> gates = new ArrayList<>();
    private Bench bench;
    private int made;

    /**
     * @param prefix of its keys and gates, which no other schedule has
     * @param plan null for the agent in Java
     */
    Schedule(long seed, String prefix, String plan) {
        this.random = new Random(seed);
        this.prefix = prefix;
        this.plan = plan;
    }

    /**
     * Runs it to the end of its input.
     *
     * @param on an operator that works at nothing
     * @return the same or, where it was restored, another one
     */
    Bench run(Bench on) throws Exception {
        bench = on;
        int moves = 10 + random.nextInt(30);
        for (int move = 0; move < moves; move++) {
            move();
            check(bench.mails() <= given.size(), "more mails than keys: " + bench.mails());
        }
        finish();
        judge();
        return bench;
    }

    private void move() throws Exception {
        int kind = random.nextInt(60);
        if (kind < 18) {
            give();
        } else if (kind < 34) {
            open();
        } else if (kind < 53) {
            for (int steps = random.nextInt(8); steps > 0 && bench.step(); steps--) {
                Thread.onSpinWait();
            }
        } else if (kind < 59) {
            before.put(bench.watermark(), new HashMap<>(given));
        } else {
            restore();
        }
    }

    private void give() throws Exception {
        String key = prefix + random.nextInt(3);
        int sequence = given.merge(key, 1, Integer::sum);
        List<String> actions = new ArrayList<>();
        for (int action = 0; action < ACTIONS; action++) {
            List<String> names = new ArrayList<>();
            for (int count = random.nextInt(3); count > 0; count--) {
                names.add(gate());
            }
            actions.add(String.join(",", names));
        }
        bench.give(key + "|" + sequence + "|" + String.join("/", actions));
    }

    /** Some are never closed, and in Python some are asked for instead of awaited on the pool. */
    private String gate() {
        String kind = plan != null && random.nextInt(4) == 0 ? "polled-" : "gate-";
        String name = kind + prefix + made++;
        if (random.nextInt(4) == 0) {
            Gates.open(name);
        } else {
            gates.add(name);
        }
        return name;
    }

    private void open() {
        if (!gates.isEmpty()) {
            Gates.open(gates.remove(random.nextInt(gates.size())));
        }
    }

    /**
     * Java's pool is interrupted, so that its calls end when the operator has closed; Python's is
     * waited for.
     */
    private void restore() throws Exception {
        OperatorSubtaskState state = bench.snapshot();
        outputs.addAll(bench.takeOutputs());
        if (random.nextBoolean()) {
            bench.quiesce();
            open();
        }
        Thread opener = plan == null ? new Thread(this::open) : openAll();
        opener.start();
        bench.close();
        opener.join();
        before.clear();
        bench = new Bench(plan, state);
    }

    /** Opens what is closed, from another thread, while the operator waits for all its keys. */
    private void finish() throws Exception {
        Thread opener = openAll();
        opener.start();
        bench.finish();
        opener.join();
        outputs.addAll(bench.takeOutputs());
    }

    private Thread openAll() {
        List<String> order = new ArrayList<>(gates);
        gates.clear();
        Collections.shuffle(order, random);
        return new Thread(() -> order.forEach(Gates::open), "opener");
    }

    /** Every input processed once by each action, in the order of its key; watermarks behind. */
    private void judge() {
        Map<String, Integer> seen = new HashMap<>();
        Map<String, Integer> count = new TreeMap<>();
        for (String output : outputs) {
            String[] parts = output.split("\\|");
            if (parts[0].equals("watermark")) {
                Map<String, Integer> inputs = before.remove(Long.valueOf(parts[1]));
                if (inputs != null) {
                    inputs.forEach((key, last) -> check(
                            count.getOrDefault(key, 0) >= last * ACTIONS, output + " is early"));
                }
                continue;
            }
            int sequence = Integer.parseInt(parts[1]);
            check(seen.merge(output, 1, Integer::sum) == 1, output + " came twice");
            int before = count.merge(parts[0], 1, Integer::sum) - 1;
            check(before / ACTIONS + 1 == sequence, output + " is out of order");
        }
        given.replaceAll((key, last) -> last * ACTIONS);
        check(count.equals(given), "left behind: given " + given);
        check(before.isEmpty(), "watermarks left behind: " + before.keySet());
    }

    private void check(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalStateException(otherwise + "; outputs: " + outputs);
        }
    }
}
