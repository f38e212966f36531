package io.github.flinkagentsbridge.routing;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The lane table while source threads come and die. Real threads, so run rather than model checked:
 * it finds what happens on this machine within its many runs, and proves nothing about the rest.
 */
class DyingSourcesTest {
    /** A table that gives the calling thread a lane. */
    interface Table {
        Object lane();

        /** How many threads hold lanes, by the lanes' own count, once the dead are swept out. */
        int held();

        void end();
    }

    /** Threads that come, call twice and die. */
    public abstract static class Steps {
        private final Table table = table();

        abstract Table table();

        /** True if both calls had the same lane. */
        @Operation
        public boolean comeCallTwiceAndDie() throws InterruptedException {
            Object[] lanes = new Object[2];
            Thread source =
                    new Thread(
                            () -> {
                                lanes[0] = table.lane();
                                lanes[1] = table.lane();
                            });
            source.start();
            source.join();
            return lanes[0] != null && lanes[0] == lanes[1];
        }

        /** The one thread that lives is the one that asks. */
        @Validate
        public void nothingIsHeldByTheDead() {
            table.lane();
            int held = table.held();
            table.end();
            if (held != 1) {
                throw new IllegalStateException(held + " threads hold lanes, not 1");
            }
        }
    }

    /** Ours. */
    public static class Ours extends Steps {
        @Override
        Table table() {
            return new RealTable();
        }
    }

    private static final class RealTable implements Table {
        private final ManagerOptions options =
                ManagerOptions.builder().name("dying").laneLimit(2).build();
        private final Admission admission = new Admission();
        private final Refusals refusals =
                new Refusals(
                        ManagerOptions.builder().name("dying").build(),
                        Thread.currentThread(),
                        admission::state);
        private final FakeFactory factory = new FakeFactory();
        private final LaneTable<FakeInterpreter> lanes =
                new LaneTable<>(options, this::newLane, refusals);

        private Lane<FakeInterpreter> newLane() {
            InterpreterSlot<FakeInterpreter> slot =
                    new InterpreterSlot<>(
                            factory,
                            new Counters(ManagerOptions.builder().build()),
                            () -> refusals.closed("A call"));
            return new Lane<>(null, this, slot, new Failures(), admission, options, refusals);
        }

        @Override
        public Object lane() {
            LaneWork<FakeInterpreter> work =
                    new LaneWork<>(python -> Thread.currentThread(), List.of(), null);
            admission.tryEnter();
            LaneCall<FakeInterpreter> call = new LaneCall<>(Thread.currentThread(), work);
            Lane<FakeInterpreter> lane = lanes.submit(Thread.currentThread(), call).lane();
            Object ranOn = call.await(CallOptions.PATIENT, Long.MAX_VALUE);
            return ranOn == lane ? lane : null;
        }

        @Override
        public int held() {
            return lanes.lanes().stream().mapToInt(lane -> lane.sources).sum();
        }

        @Override
        public void end() {
            lanes.lanes().forEach(Lane::endAfterQueue);
            lanes.lanes().forEach(lane -> Waiting.join(lane, System.nanoTime() + 10_000_000_000L));
        }
    }

    /** The same without the lock: two threads may sweep the same dead one out. */
    public static class BrokenTable extends Steps {
        @Override
        Table table() {
            return new Unlocked();
        }
    }

    private static final class Unlocked implements Table {
        private final Map<Thread, AtomicInteger> sources = new ConcurrentHashMap<>();
        private final List<AtomicInteger> lanes = List.of(new AtomicInteger(), new AtomicInteger());

        @Override
        public Object lane() {
            AtomicInteger own = sources.get(Thread.currentThread());
            return own != null ? own : admit();
        }

        private AtomicInteger admit() {
            sources.entrySet().removeIf(Unlocked::isGone);
            AtomicInteger lane = lanes.get(lanes.get(0).get() > lanes.get(1).get() ? 1 : 0);
            lane.incrementAndGet();
            sources.put(Thread.currentThread(), lane);
            return lane;
        }

        private static boolean isGone(Map.Entry<Thread, AtomicInteger> source) {
            if (source.getKey().isAlive()) {
                return false;
            }
            source.getValue().decrementAndGet();
            return true;
        }

        @Override
        public int held() {
            return lanes.get(0).get() + lanes.get(1).get();
        }

        @Override
        public void end() {}
    }

    /** One thread alone always gets its lane twice. */
    public static class Alone {
        public boolean comeCallTwiceAndDie() {
            return true;
        }
    }

    private static StressOptions options(int runs) {
        return new StressOptions()
                .threads(3)
                .actorsPerThread(3)
                .actorsBefore(1)
                .actorsAfter(0)
                .iterations(5)
                .invocationsPerIteration(runs)
                .minimizeFailedScenario(false)
                .sequentialSpecification(Alone.class);
    }

    @Test
    @DisplayName("R8: forbidden: two lanes for one thread, a lane that the dead hold, or owe")
    void deadThreadsGiveBackWhatTheyHeldOnce() {
        options(200).check(Ours.class);
    }

    @Test
    @DisplayName("R8: the check finds that outcome where the table has no lock")
    void findsTheForbiddenOutcome() {
        assertThatThrownBy(() -> options(20_000).check(BrokenTable.class))
                .isInstanceOf(LincheckAssertionError.class)
                .hasMessageContaining("threads hold lanes, not 1");
    }
}
