package io.github.flinkagentsbridge.routing;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

class TimesTest {

    @RegisterExtension final Oracle oracle = new Oracle();
    private final FakeFactory factory = oracle.factory();

    @Test
    @DisplayName("B10: percentiles are of the latest durations, the count is of all")
    void latestDurationsOnly() {
        RecentTimes times = new RecentTimes();
        assertThat(times.summary().quantile(0.5)).isZero();
        for (int i = 1; i <= 100; i++) {
            times.add(i);
        }
        TimeSummary few = times.summary();
        assertThat(few.size()).isEqualTo(100);
        assertThat(List.of(few.min(), few.quantile(0.5), few.quantile(0.99), few.max()))
                .containsExactly(1L, 50L, 99L, 100L);
        assertThat(few.mean()).isEqualTo(50.5);
        assertThat(few.deviation()).isBetween(29.0, 29.1);
        for (int i = 0; i < 1024; i++) {
            times.add(7);
        }
        TimeSummary many = times.summary();
        assertThat(many.count()).isEqualTo(1124);
        assertThat(many.values()).hasSize(1024).containsOnly(7);
        assertThat(many.deviation()).isZero();
    }

    @Test
    @DisplayName("B10: what waits in a lane's queue is told apart from what runs")
    void queuedAndRunApart() throws Exception {
        Gate release = new Gate();
        try (var manager = oracle.manager(factory, options -> options.laneLimit(1))) {
            Runner<Object> running = Runner.start("running", () -> stay(manager, release));
            Gate.spinUntil("runs", () -> manager.dump().contains("interpreter inside"));
            Runner<Object> queued =
                    Runner.start("queued", () -> manager.withInterpreter(python -> null));
            Gate.spinUntil("queued", () -> manager.dump().contains("1 queued"));
            Statistics meanwhile = manager.statistics();
            assertThat(List.of(meanwhile.lanesInUse(), meanwhile.queuedCalls()))
                    .containsExactly(1, 1);
            long begun = System.nanoTime();
            Gate.spinUntil("time goes by", () -> System.nanoTime() - begun > 20_000_000);
            release.open();
            running.result();
            queued.result();
            TimeSummary waits = manager.statistics().queueWaits();
            TimeSummary runs = manager.statistics().laneRuns();
            assertThat(List.of(waits.size(), runs.size())).containsExactly(2, 2);
            assertThat(waits.max()).isGreaterThan(20_000_000);
            assertThat(runs.max()).isGreaterThanOrEqualTo(20_000_000);
            assertThat(runs.min()).isLessThan(runs.max());
            assertThat(manager.statistics().lanesInUse()).isZero();
        }
    }

    @Test
    @DisplayName("B10: who asks for a count does not pay for the durations")
    void countsCostNoDurations() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        try (var manager = oracle.manager(factory)) {
            for (int i = 0; i < 1024; i++) {
                manager.inlineRan(i);
            }
            Metric.OWNER_CALLS.of(manager.statistics()); // the first one loads classes
            long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
            Metric.OWNER_CALLS.of(manager.statistics());
            long after = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
            assertThat(after - before).isLessThan(1024 * Long.BYTES);
            assertThat(manager.statistics().inlineRuns().max()).isEqualTo(1023);
        }
    }

    @Test
    @DisplayName("B10: facts for programs tell lanes, queues and waits as the dump does")
    void factsForPrograms() throws Exception {
        Gate release = new Gate();
        try (var manager = oracle.manager(factory, options -> options.laneLimit(1))) {
            Runner<Object> running = Runner.start("running", () -> stay(manager, release));
            Gate.spinUntil("runs", () -> manager.dump().contains("interpreter inside"));
            Map<String, Object> facts = manager.facts();
            String lane = manager.name() + "-lane-1";
            assertThat(facts)
                    .containsEntry("name", manager.name())
                    .containsEntry("state", "OPEN")
                    .containsEntry("waits", List.of(Map.of("from", "running", "to", lane)));
            assertThat(facts.get("lanes").toString())
                    .contains("thread=" + lane, "interpreter=inside", "caller=running");
            assertThat(manager.dumpWithStacks())
                    .contains("stacks of '" + lane + "'. Java:", "Gate.pass", "Python: unknown");
            release.open();
            running.result();
        }
    }

    @Test
    @DisplayName("B10: the listener hears of hops given up, of slow lanes and of refusals")
    void listenerHears() throws Exception {
        Queue<String> heard = new ConcurrentLinkedQueue<>();
        Gate release = new Gate();
        Duration soon = Duration.ofMillis(20);
        try (var manager =
                oracle.manager(
                        factory,
                        options -> options.laneLimit(1).warnAfter(soon).listener(hearing(heard)))) {
            Runner<Object> running = Runner.start("running", () -> stay(manager, release));
            Gate.spinUntil("slow", () -> heard.contains("stall 1 an operation"));
            Runner<Object> late =
                    Runner.start(
                            "late",
                            () ->
                                    manager.withInterpreter(
                                            python -> null, CallOptions.PATIENT.startWithin(soon)));
            Gate.spinUntil("given up", () -> heard.contains("GIVEN_UP ran 0"));
            assertThat(heard).contains("refusal CallTimeoutException");
            release.open();
            running.result();
            assertThat(late.failure()).isInstanceOf(CallTimeoutException.class);
            assertThat(manager.statistics().stalls()).isEqualTo(1);
        }
    }

    private static RoutingListener hearing(Queue<String> heard) {
        return new RoutingListener() {
            @Override
            public boolean listens() {
                return true;
            }

            @Override
            public Hop hop(String manager) {
                return (lane, call, queued, run, outcome) -> heard.add(outcome + " ran " + run);
            }

            @Override
            public void refusal(String manager, BridgeException refusal) {
                heard.add("refusal " + refusal.getClass().getSimpleName());
            }

            @Override
            public void stall(String manager, Thread lane, long waited, int waiters, String call) {
                heard.add("stall " + waiters + " " + call);
            }
        };
    }

    private static Object stay(PythonInterpreterManager<FakeInterpreter> manager, Gate release) {
        return manager.withInterpreter(
                python -> {
                    release.pass();
                    return null;
                });
    }
}
