package flinkagentsbridge.bench;

import java.util.Arrays;

/** Two kinds of call in blocks that take turns, so that both meet the same machine. */
final class Paired {

    private final int blocks;
    private final int calls;
    private final double[] ratios;
    private final double[][] times;

    Paired(int blocks, int calls) {
        this.blocks = blocks;
        this.calls = calls;
        this.ratios = new double[blocks];
        this.times = new double[2][blocks];
    }

    void measure(Meter.Call first, Meter.Call second) {
        for (int block = -blocks / 4; block < blocks; block++) {
            boolean turned = Math.floorMod(block, 2) == 1;
            double early = time(turned ? second : first);
            double late = time(turned ? first : second);
            if (block >= 0) {
                times[0][block] = turned ? late : early;
                times[1][block] = turned ? early : late;
                ratios[block] = times[0][block] / times[1][block];
            }
        }
    }

    /** Adds the median of each, and that of the ratios of the blocks that belong together. */
    void into(Figures figures, String one, String other) {
        figures.put(one + ".wall_ns", median(times[0]));
        figures.put(other + ".wall_ns", median(times[1]));
        figures.put(one + ".to." + other, median(ratios));
    }

    private double time(Meter.Call call) {
        long begin = System.nanoTime();
        for (int i = 0; i < calls; i++) {
            Meter.sink = call.run();
        }
        return (double) (System.nanoTime() - begin) / calls;
    }

    static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
