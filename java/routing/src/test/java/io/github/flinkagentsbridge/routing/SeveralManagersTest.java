package io.github.flinkagentsbridge.routing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

@SuppressWarnings("try") // Closing one of two early is what is tested.
class SeveralManagersTest {
    @RegisterExtension final Oracle oracle = new Oracle();
    private final FakeFactory factoryA = oracle.factory();
    private final FakeFactory factoryB = oracle.factory();

    @Test
    @DisplayName("R18: D5: a worker of one manager is a source thread to another")
    void workerOfOneIsASourceThreadToAnother() throws Exception {
        try (var a = oracle.manager(factoryA);
                var b = oracle.manager(factoryB)) {
            ExecutorService pool =
                    a.managedThreads().manage(Executors.newFixedThreadPool(1, a.managedThreads()));
            Thread ranOn = pool.submit(() -> b.withInterpreter(FakeInterpreter::thread)).get();
            assertThat(ranOn.getName()).isEqualTo(b.name() + "-lane-1");
            assertThat(factoryA.secondaries()).isEmpty();
            b.close();
            assertThat(factoryB.made.get(1).closers).containsExactly(ranOn);
        }
    }

    @Test
    @DisplayName("R26: one thread owns two managers; they share no lane, no limit and no end")
    void oneThreadOwnsTwo() throws Exception {
        try (var a = oracle.manager(factoryA, options -> options.laneLimit(1));
                var b = oracle.manager(factoryB, options -> options.laneLimit(3))) {
            FakeInterpreter primaryA = a.withInterpreter(p -> p);
            FakeInterpreter primaryB = b.withInterpreter(p -> p);
            assertThat(primaryA).isSameAs(factoryA.made.get(0));
            assertThat(primaryB).isSameAs(factoryB.made.get(0));
            Thread laneA = Runner.runToEnd("s", () -> a.withInterpreter(FakeInterpreter::thread));
            Thread laneB = Runner.runToEnd("s", () -> b.withInterpreter(FakeInterpreter::thread));
            assertThat(laneA).isNotSameAs(laneB);
            a.close();
            assertThat(laneA.isAlive()).isFalse();
            assertThat(laneB.isAlive()).isTrue();
            assertThat(b.isOpen()).isTrue();
        }
    }

    @Test
    @DisplayName("B2: a call that goes from manager to manager and back gets on")
    void callsGoAcrossAndBack() throws Exception {
        try (var a = oracle.manager(factoryA, options -> options.laneLimit(2));
                var b = oracle.manager(factoryB, options -> options.laneLimit(1))) {
            Thread innermost =
                    Runner.runToEnd(
                            "source",
                            () ->
                                    a.withInterpreter(
                                            inA ->
                                                    b.withInterpreter(
                                                            inB ->
                                                                    a.withInterpreter(
                                                                            FakeInterpreter
                                                                                    ::thread))));
            assertThat(innermost.getName()).isEqualTo(a.name() + "-lane-2");
        }
    }
}
