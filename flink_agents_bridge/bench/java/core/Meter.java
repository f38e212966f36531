package flinkagentsbridge.bench;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;

import java.lang.management.ManagementFactory;
import java.util.Arrays;

/**
 * Measures one kind of call on the calling thread, block by block. What a call costs is the best
 * block, since a shared machine only ever adds to it; what a caller waits is told by percentiles.
 */
final class Meter {

    static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private static final int WARM_UP = 4; // parts of the blocks that do not count, of all: 1 in 4

    interface Call {
        Object run();
    }

    /** Keeps results alive, so that no call is optimised away. */
    static volatile Object sink;

    private final int calls;
    private double cpu = Double.MAX_VALUE;
    private double wall = Double.MAX_VALUE;
    private double bytes = Double.MAX_VALUE;

    private Meter(int calls) {
        this.calls = calls;
    }

    /** Adds {@code name.cpu_ns}, {@code .wall_ns}, {@code .bytes} and percentiles to figures. */
    static void measure(Figures into, String name, int blocks, int calls, Call call) {
        Meter meter = new Meter(calls);
        for (int block = 0; block < blocks; block++) {
            meter.block(call, block >= blocks / WARM_UP);
        }
        into.put(name + ".cpu_ns", meter.cpu);
        into.put(name + ".wall_ns", meter.wall);
        into.put(name + ".bytes", meter.bytes);
        long[] samples = new long[calls];
        for (int i = 0; i < calls; i++) {
            long begin = System.nanoTime();
            sink = call.run();
            samples[i] = System.nanoTime() - begin;
        }
        percentiles(into, name, samples);
    }

    static void percentiles(Figures into, String name, long[] samples) {
        Arrays.sort(samples);
        into.put(name + ".p50_ns", at(samples, 0.5));
        into.put(name + ".p99_ns", at(samples, 0.99));
        into.put(name + ".p999_ns", at(samples, 0.999));
    }

    private static long at(long[] sorted, double share) {
        return sorted[Math.min(sorted.length - 1, (int) (share * sorted.length))];
    }

    private void block(Call call, boolean counts) {
        long self = Thread.currentThread().getId();
        long allocated = THREADS.getThreadAllocatedBytes(self);
        long used = THREADS.getCurrentThreadCpuTime();
        long begin = System.nanoTime();
        for (int i = 0; i < calls; i++) {
            sink = call.run();
        }
        long time = System.nanoTime() - begin;
        used = THREADS.getCurrentThreadCpuTime() - used;
        allocated = THREADS.getThreadAllocatedBytes(self) - allocated;
        if (counts) {
            wall = Math.min(wall, (double) time / calls);
            cpu = Math.min(cpu, (double) used / calls);
            bytes = Math.min(bytes, (double) allocated / calls);
        }
    }
}
