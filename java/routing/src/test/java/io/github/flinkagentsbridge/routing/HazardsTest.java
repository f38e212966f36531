package io.github.flinkagentsbridge.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Each deadlock of the usual design as a script that both designs are put through. A script's
 * thread that is parked after {@link #HANGS_MILLIS} hangs.
 */
class HazardsTest {
    private static final long HANGS_MILLIS = 1_000;

    @RegisterExtension final Oracle oracle = new Oracle();
    private final FakeFactory usualFactory = new FakeFactory();
    private final FakeFactory factory = oracle.factory();
    private final List<Contender> contenders = new ArrayList<>();
    private final List<Runner<?>> runners = new ArrayList<>();
    private final Gate release = new Gate();
    private final AtomicLong joined = new AtomicLong();
    private int lanes = 1;

    @AfterEach
    void endWhatHangs() throws Exception {
        release.open();
        contenders.forEach(Contender::dispose);
        for (Runner<?> runner : runners) {
            runner.thread.interrupt();
        }
        for (Runner<?> runner : runners) {
            runner.join();
        }
    }

    private Contender usual() {
        return noted(new UsualDesign(usualFactory, lanes));
    }

    private Contender ours() {
        return noted(
                Contender.ours(
                        oracle,
                        factory,
                        lanes,
                        () -> ReportTest.sampleOf("lane-1", joined.get(), "")));
    }

    private Contender noted(Contender contender) {
        contenders.add(contender);
        return contender;
    }

    /** What the script answered or threw. */
    private Object outcome(Callable<Object> script) throws Exception {
        return start("script", script).result();
    }

    /** Whether the script's thread parks and does not come back. */
    private boolean hangs(Callable<Object> script) throws Exception {
        Runner<Object> runner = start("script", script);
        runner.thread.join(HANGS_MILLIS);
        return runner.thread.getState() == Thread.State.WAITING
                || runner.thread.getState() == Thread.State.TIMED_WAITING;
    }

    private Runner<Object> start(String name, Callable<Object> body) {
        Runner<Object> runner =
                Runner.start(
                        name,
                        () -> {
                            try {
                                return body.call();
                            } catch (Exception failure) {
                                return failure;
                            }
                        });
        runners.add(runner);
        return runner;
    }

    /** The owner closes while a lane is inside, and then the lane comes back in. */
    private Object nestedCallWhileClosing(Contender design) throws Exception {
        Gate inside = new Gate();
        Gate closing = new Gate();
        Thread owner = Thread.currentThread();
        Runner<Object> source =
                start(
                        "source",
                        () ->
                                design.call(
                                        () -> {
                                            inside.open();
                                            closing.pass();
                                            return design.call(() -> "nested");
                                        }));
        inside.pass();
        start("opener", () -> openWhenParked(closing, owner));
        design.close();
        return source.result();
    }

    private static Object openWhenParked(Gate gate, Thread thread) {
        Gate.spinUntilParked(thread);
        gate.open();
        return null;
    }

    @Test
    @DisplayName("B2: D1: a nested call while close waits: a hang in the usual design, not in ours")
    void d1() throws Exception {
        assertThat(hangs(() -> nestedCallWhileClosing(usual()))).isTrue();
        assertThat(outcome(() -> nestedCallWhileClosing(ours()))).isEqualTo("nested");
    }

    @Test
    @DisplayName(
            "B2: D2: close inside of an operation: a hang in the usual design, refused in ours")
    void d2() throws Exception {
        assertThat(hangs(() -> closeInside(usual()))).isTrue();
        assertThat(outcome(() -> closeInside(ours()))).isInstanceOf(ReentrantCloseException.class);
    }

    private static Object closeInside(Contender design) throws Exception {
        Throwable[] thrown = new Throwable[1];
        design.call(
                () -> {
                    thrown[0] = catchThrowable(design::close);
                    return null;
                });
        design.close();
        return thrown[0];
    }

    @Test
    @DisplayName("B3: D3: a lane joins a thread that calls back: a hang in the usual design")
    void d3() throws Exception {
        assertThat(hangs(() -> laneJoins(usual()))).isTrue();
        assertThat(outcome(() -> laneJoins(ours()))).isInstanceOf(WaitCycleException.class);
    }

    private Object laneJoins(Contender design) throws Exception {
        Runner<Object> source =
                start(
                        "source",
                        () ->
                                design.call(
                                        () -> {
                                            Runner<Object> started =
                                                    start("started", () -> callBack(design));
                                            started.thread.join();
                                            return started.result();
                                        }));
        source.thread.join();
        Object seen = source.result();
        design.close();
        return seen;
    }

    private Object callBack(Contender design) throws Exception {
        // As on a thread that Python made.
        Thread.currentThread().setContextClassLoader(null);
        joined.set(NativeThread.currentId());
        return design.call(() -> "called back");
    }

    @Test
    @DisplayName("B2: D4: a worker ends while a long call runs: in the usual design new calls stop")
    void d4() throws Exception {
        lanes = 2;
        assertThat(hangs(() -> workerEndsDuringLongCall(usual()))).isTrue();
        assertThat(outcome(() -> workerEndsDuringLongCall(ours()))).isEqualTo("served");
    }

    private Object workerEndsDuringLongCall(Contender design) throws Exception {
        Gate inside = new Gate();
        Gate over = new Gate();
        Runner<Object> longCall = start("long", () -> design.call(() -> passThrough(inside, over)));
        inside.pass();
        Thread worker = design.worker(() -> catchThrowable(() -> design.call(() -> null)));
        worker.start();
        Gate.spinUntil(
                "the worker is ending",
                () -> !worker.isAlive() || worker.getState() == Thread.State.WAITING);
        Object served = start("new", () -> design.call(() -> "served")).result();
        over.open();
        longCall.result();
        design.close();
        return served;
    }

    private static Object passThrough(Gate inside, Gate over) {
        inside.open();
        over.pass();
        return null;
    }

    @Test
    @DisplayName("R18: D5: a worker of one manager calls another: whose interpreter does it get?")
    void d5() throws Exception {
        outcome(() -> workerOfAnother(usual(), usual()));
        assertThat(strangersThatClosed(usualFactory)).as("closed by a stranger").isNotEmpty();
        Object lane = outcome(() -> workerOfAnother(ours(), ours()));
        assertThat(((Thread) lane).getName()).endsWith("-lane-1");
        assertThat(strangersThatClosed(factory)).isEmpty();
    }

    private static Object workerOfAnother(Contender first, Contender second) throws Exception {
        AtomicReference<Object> servedBy = new AtomicReference<>();
        Thread worker =
                first.worker(
                        () ->
                                catchThrowable(
                                        () -> servedBy.set(second.call(Thread::currentThread))));
        worker.start();
        worker.join();
        second.close();
        first.close();
        return servedBy.get();
    }

    @Test
    @DisplayName("R11, I3: D6: who closes the interpreter of a thread that is not the closer?")
    void d6() throws Exception {
        outcome(() -> closeAfterCall(usual()));
        assertThat(strangersThatClosed(usualFactory)).as("closed by a stranger").isNotEmpty();
        assertThat(outcome(() -> closeAfterCall(ours()))).isEqualTo("closed");
        assertThat(strangersThatClosed(factory)).isEmpty();
    }

    private Object closeAfterCall(Contender design) throws Exception {
        Runner<Object> source = start("source", () -> design.call(() -> "ends"));
        source.result();
        source.join();
        design.close();
        return "closed";
    }

    private static List<FakeInterpreter> strangersThatClosed(FakeFactory factory) {
        List<FakeInterpreter> strangers = new ArrayList<>();
        for (FakeInterpreter python : factory.made) {
            if (python.closers.stream().anyMatch(closer -> closer != python.maker)) {
                strangers.add(python);
            }
        }
        return strangers;
    }

    @Test
    @DisplayName("B4: D7: a call that does not end: close hangs in the usual design, not in ours")
    void d7() throws Exception {
        oracle.expectLeaks(1);
        assertThat(hangs(() -> closeWhileStuck(usual()))).isTrue();
        long begun = System.nanoTime();
        assertThat(outcome(() -> closeWhileStuck(ours())))
                .isInstanceOf(CloseTimeoutException.class);
        assertThat(System.nanoTime() - begun).isLessThan(TimeUnit.MILLISECONDS.toNanos(10_000));
    }

    private Object closeWhileStuck(Contender design) throws Exception {
        Gate inside = new Gate();
        start("stuck", () -> design.call(() -> passThrough(inside, release)));
        inside.pass();
        return catchThrowable(design::close);
    }
}
