package io.github.flinkagentsbridge.routing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

class WaitGraphTest {
    private final Thread one = new Thread(null, null, "one");
    private final Thread two = new Thread(null, null, "two");
    private final List<Watch.Entry> entries = new ArrayList<>();
    private final List<PythonSample.PythonThread> python = new ArrayList<>();

    private Waiter waits(Thread from, int reluctance, Thread... awaited) {
        Waiter waiter = new Waiter(from, reluctance, List.of(awaited));
        entries.add(new Watch.Entry(waiter));
        return waiter;
    }

    private void joins(long from, long to) {
        python.add(new PythonSample.PythonThread(from, "python-" + from, to, ""));
    }

    private List<WaitGraph.Edge> cycle() {
        return new WaitGraph(entries, new PythonSample(python)).cycle();
    }

    @Test
    @DisplayName("B3: of a cycle the least reluctant wait is ended, of equal ones the latest")
    void endsTheLeastReluctant() {
        Waiter early = waits(one, 0, two);
        waits(two, 2, one);
        assertThat(WaitGraph.leastHarm(cycle())).isSameAs(early);
        entries.clear();
        waits(one, 1, two);
        Waiter late = waits(two, 1, one);
        assertThat(WaitGraph.leastHarm(cycle())).isSameAs(late);
    }

    @Test
    @DisplayName("B3: a cycle may be of any length, and a long way leads to it")
    void longCycle() {
        Thread three = new Thread(null, null, "three");
        Thread four = new Thread(null, null, "four");
        waits(four, 0, one);
        waits(one, 0, two);
        waits(two, 0, three);
        assertThat(cycle()).isEmpty();
        waits(three, 0, one);
        assertThat(cycle()).hasSize(3);
    }

    @Test
    @DisplayName("B3: a cycle of Python's own is none of ours, and does not lead us round for ever")
    void cycleOfPythonsOwn() {
        // The waits in Java are those of this thread, which Python knows by the same id.
        long here = NativeThread.currentId();
        waits(Thread.currentThread(), 0, one);
        joins(here + 1, here + 2);
        joins(here + 2, here + 1);
        joins(here + 3, here);
        assertThat(cycle()).isEmpty();
        waits(one, 0, two);
        assertThat(cycle()).isEmpty();
        waits(two, 0, one);
        assertThat(cycle()).as("reached or not, only the cycle itself").hasSize(2);
    }

    @Test
    @DisplayName("B3: what waits in Java does not wait in Python as well; the path may branch")
    void onePlaceForEachThread() {
        long here = NativeThread.currentId();
        waits(Thread.currentThread(), 0, one, two);
        joins(here, here);
        assertThat(cycle()).as("a stale sample").isEmpty();
        waits(two, 0, Thread.currentThread());
        assertThat(WaitGraph.sentences(cycle())).isEqualTo("main waits; two waits");
        assertThat(new WaitGraph(entries, PythonSample.NONE).text())
                .isEqualTo("\n    main waits\n    two waits");
    }
}
