package io.github.flinkagentsbridge.routing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import java.util.ArrayList;
import java.util.List;

class LaneAssignmentTest {
    @RegisterExtension final Oracle oracle = new Oracle();
    private final FakeFactory factory = oracle.factory();

    @Test
    @DisplayName("R8: no lane before the first call, no second lane while nobody holds the first")
    void lanesAreLazyAndFreeOnesPreferred() throws Exception {
        try (var manager = oracle.manager(factory, options -> options.laneLimit(5))) {
            assertThat(manager.statistics().lanes()).isZero();
            Thread lane = Runner.runToEnd("a", () -> laneOf(manager));
            assertThat(Runner.runToEnd("b", () -> laneOf(manager))).isSameAs(lane);
            assertThat(manager.statistics().lanes()).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("R7, B3: threads that live get a lane each, also if they come while others rest")
    void threadsThatLiveShareNoLaneBelowTheLimit() throws Exception {
        try (var manager = oracle.manager(factory, options -> options.laneLimit(2))) {
            Keeper first = new Keeper(manager, "first");
            Keeper second = new Keeper(manager, "second");
            Keeper third = new Keeper(manager, "third");
            List.of(first, second, third).forEach(Keeper::callAgain);
            assertThat(first.lanes()).doesNotContainAnyElementsOf(second.lanes());
            assertThat(third.lanes()).isIn(first.lanes(), second.lanes());
        }
    }

    @Test
    @DisplayName("R8, B3: at the limit an idle lane is preferred, however many threads hold it")
    void atTheLimitIdleOnesArePreferred() throws Exception {
        try (var manager = oracle.manager(factory, options -> options.laneLimit(2))) {
            Keeper first = new Keeper(manager, "first");
            Occupant second = new Occupant(manager, "second");
            Keeper third = new Keeper(manager, "third");
            Keeper fourth = new Keeper(manager, "fourth");
            second.release();
            List.of(first, third, fourth).forEach(Keeper::callAgain);
            assertThat(List.of(third.lanes(), fourth.lanes())).containsOnly(first.lanes());
        }
    }

    @Test
    @DisplayName("R8: a busy lane makes a new source thread get a new lane, up to the limit")
    void busyLanesMakeNewOnes() throws Exception {
        try (var manager = oracle.manager(factory, options -> options.laneLimit(2))) {
            Occupant first = new Occupant(manager, "first");
            Occupant second = new Occupant(manager, "second");
            Occupant third = Occupant.queued(manager, "third");
            assertThat(manager.statistics().lanes()).isEqualTo(2);
            assertThat(manager.statistics().sourceThreads()).isEqualTo(3);
            List.of(first, second, third).forEach(Occupant::release);
            assertThat(second.lane()).isNotSameAs(first.lane());
            assertThat(List.of(first.lane(), second.lane())).contains(third.lane());
        }
    }

    @Test
    @DisplayName("R8: at the limit a new source thread gets the lane with the fewest live ones")
    void sharesTheLeastHeldLane() throws Exception {
        try (var manager = oracle.manager(factory, options -> options.laneLimit(2))) {
            Occupant first = new Occupant(manager, "first");
            Occupant second = new Occupant(manager, "second");
            Occupant third = Occupant.queued(manager, "third");
            Occupant fourth = Occupant.queued(manager, "fourth");
            List.of(first, second, third, fourth).forEach(Occupant::release);
            assertThat(third.lane()).isNotSameAs(fourth.lane());
        }
    }

    @Test
    @DisplayName("R8: what dead threads held is given back, and weighs no more in the choice")
    void deadThreadsGiveTheirLaneBack() throws Exception {
        try (var manager = oracle.manager(factory, options -> options.laneLimit(2))) {
            for (int i = 0; i < 10; i++) {
                Runner.runToEnd("dead", () -> laneOf(manager));
            }
            Occupant first = new Occupant(manager, "first");
            Occupant second = new Occupant(manager, "second");
            assertThat(manager.statistics().sourceThreads()).isEqualTo(2);
            // Eleven threads have had lane 1 and one has lane 2; alive are one and one.
            Occupant third = Occupant.queued(manager, "third");
            Occupant fourth = Occupant.queued(manager, "fourth");
            List.of(first, second, third, fourth).forEach(Occupant::release);
            assertThat(third.lane()).isSameAs(first.lane());
            assertThat(fourth.lane()).as("each is given back once").isSameAs(second.lane());
        }
    }

    @Test
    @DisplayName("R8: a lane that only dead threads hold is taken, however many there were")
    void sharesNoLaneBesideTheDead() throws Exception {
        try (var manager = oracle.manager(factory, options -> options.laneLimit(2))) {
            List<Keeper> crowd = new ArrayList<>();
            crowd.add(new Keeper(manager, "first of many"));
            Keeper kept = new Keeper(manager, "kept"); // on the lane that fewer have held
            for (int i = 0; i < 99; i++) {
                crowd.add(new Keeper(manager, "one of many"));
            }
            for (Keeper one : crowd) {
                one.callAgain();
                one.end();
            }
            Thread lane = Runner.runToEnd("new", () -> laneOf(manager));
            kept.callAgain();
            assertThat(kept.lanes()).isNotEmpty().doesNotContain(lane);
        }
    }

    @Test
    @DisplayName("R8: a source thread keeps its lane for life, also when it is the busier one")
    void keepsItsLaneForLife() throws Exception {
        try (var manager = oracle.manager(factory, options -> options.laneLimit(2))) {
            Keeper keeper = new Keeper(manager, "keeper");
            Occupant other = new Occupant(manager, "other");
            Occupant occupant = new Occupant(manager, "occupant");
            other.release();
            assertThat(other.lane()).isNotNull();
            keeper.callAgain();
            Gate.spinUntil("queued", () -> manager.dump().contains("1 queued"));
            occupant.release();
            assertThat(keeper.lanes()).hasSize(2).containsOnly(occupant.lane());
        }
    }

    @Test
    @DisplayName("R8: threads are told apart by identity, whatever their equals, name and hash say")
    void tellsThreadsApartByIdentity() throws Exception {
        try (var manager = oracle.manager(factory, options -> options.laneLimit(2))) {
            Gate inside = new Gate();
            Gate release = new Gate();
            List<Thread> lanes = new ArrayList<>();
            Thread first = new SameAsAll(() -> lanes.add(enter(manager, inside, release)));
            first.start();
            inside.pass();
            Thread second = new SameAsAll(() -> lanes.add(laneOf(manager)));
            second.start();
            second.join();
            release.open();
            first.join();
            assertThat(lanes).hasSize(2).doesNotHaveDuplicates();
        }
    }

    @Test
    @DisplayName("R8: 5,000 source threads leave few records behind")
    void recordsOfDeadThreadsStayFew() throws Exception {
        try (var manager = oracle.manager(factory)) {
            for (int i = 0; i < 5_000; i++) {
                Runner.runToEnd("short", () -> laneOf(manager));
            }
            assertThat(manager.statistics().lanes()).isEqualTo(1);
            assertThat(manager.statistics().laneCallsBySourceKind()).containsEntry("java", 5_000L);
        }
    }

    @Test
    @DisplayName("R8: the lane limit may rise later, and lowering it only stops new lanes")
    void limitMayChange() throws Exception {
        try (var manager = oracle.manager(factory, options -> options.laneLimit(1))) {
            manager.setLaneLimit(2);
            Occupant first = new Occupant(manager, "first");
            Occupant second = new Occupant(manager, "second");
            manager.setLaneLimit(1);
            Occupant third = Occupant.queued(manager, "third");
            assertThat(manager.statistics().lanes()).isEqualTo(2);
            assertThat(manager.statistics().laneLimit()).isEqualTo(1);
            List.of(first, second, third).forEach(Occupant::release);
            third.lane();
        }
    }

    private static Thread laneOf(PythonInterpreterManager<FakeInterpreter> manager) {
        return manager.withInterpreter(python -> Thread.currentThread());
    }

    private static Thread enter(
            PythonInterpreterManager<FakeInterpreter> manager, Gate inside, Gate release) {
        return manager.withInterpreter(
                python -> {
                    inside.open();
                    release.pass();
                    return Thread.currentThread();
                });
    }

    /** A source thread that stays inside of its lane until it is released. */
    private static final class Occupant {
        private final Gate inside = new Gate();
        private final Gate release = new Gate();
        private final Runner<Thread> runner;

        private Occupant(PythonInterpreterManager<FakeInterpreter> manager, String name) {
            this(manager, name, true);
        }

        private Occupant(
                PythonInterpreterManager<FakeInterpreter> manager, String name, boolean awaited) {
            runner = Runner.start(name, () -> enter(manager, inside, release));
            if (awaited) {
                inside.pass();
            }
        }

        /** One whose lane is busy: it has been queued when this returns. */
        static Occupant queued(PythonInterpreterManager<FakeInterpreter> manager, String name) {
            Occupant occupant = new Occupant(manager, name, false);
            Gate.spinUntil(
                    name + " waits", () -> manager.dump().contains("'" + name + "' waits for"));
            return occupant;
        }

        void release() {
            release.open();
        }

        /** After the release. */
        Thread lane() throws Exception {
            return runner.result();
        }
    }

    /** A source thread that has made one call, rests, and makes another one when it is told to. */
    private static final class Keeper {
        private final Gate called = new Gate();
        private final Gate again = new Gate();
        private final Runner<List<Thread>> runner;

        private Keeper(PythonInterpreterManager<FakeInterpreter> manager, String name) {
            runner =
                    Runner.start(
                            name,
                            () -> {
                                List<Thread> lanes = new ArrayList<>();
                                lanes.add(laneOf(manager));
                                called.open();
                                again.pass();
                                lanes.add(laneOf(manager));
                                return lanes;
                            });
            called.pass();
        }

        void callAgain() {
            again.open();
        }

        /** Waits for its death, once it was told. */
        void end() throws InterruptedException {
            runner.join();
        }

        /** Of both calls, once it was told. */
        List<Thread> lanes() throws Exception {
            return runner.result();
        }
    }

    private static final class SameAsAll extends Thread {
        SameAsAll(Runnable body) {
            super(body, "same");
            setDaemon(true);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof SameAsAll;
        }

        @Override
        public int hashCode() {
            return 1;
        }
    }
}
