package io.github.flinkagentsbridge.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;

class AbandonTest {
    private static final Duration SOON = Duration.ofMillis(50);

    /** After half of this time a wait has become a long one. */
    private static final long LONG = 2 * Waiting.LONG_NANOS;

    @RegisterExtension final Oracle oracle = new Oracle();
    @RegisterExtension final CapturedLog log = new CapturedLog();
    private final FakeFactory factory = oracle.factory();

    @Test
    @DisplayName(
            "R11: a stranger's close ends workers and lanes on their own threads and leaves the"
                    + " primary to its owner, which may still close it")
    void leavesThePrimaryToItsOwner() throws Exception {
        var manager = oracle.manager(factory);
        ExecutorService pool =
                manager.managedThreads()
                        .manage(Executors.newFixedThreadPool(1, manager.managedThreads()));
        pool.submit(() -> manager.withInterpreter(FakeInterpreter::thread)).get();
        Runner.runToEnd("s", () -> manager.withInterpreter(FakeInterpreter::thread));
        abandonOn("stranger", manager);
        assertThat(manager.isClosed()).isTrue();
        assertThat(factory.made).extracting(p -> p.closers.size()).containsExactly(0, 1, 1);
        assertThat(manager.statistics().interpretersLeaked()).isEqualTo(1);
        assertThat(log.with("was abandoned by thread 'stranger'; its primary interpreter is left"))
                .hasSize(1);
        assertThat(log.with("', which can still close() it")).hasSize(1);
        assertThatThrownBy(manager::enterOwner).isInstanceOf(ManagerClosedException.class);
        manager.close();
        manager.close();
        assertThat(manager.statistics().interpretersLeaked()).isZero();
        assertThat(manager.statistics().interpretersClosed()).isEqualTo(3);
    }

    @Test
    @DisplayName("R11: the primary of an owner that has ended stays unclosed, and is counted")
    void leavesThePrimaryOfADeadOwner() throws Exception {
        oracle.expectLeaks(1);
        var manager = Runner.runToEnd("owner", () -> oracle.manager(factory));
        manager.abandon();
        manager.abandon();
        assertThat(manager.statistics().interpretersLeaked()).isEqualTo(1);
        assertThat(log.with("the owner 'owner', which has ended, so it stays unclosed")).hasSize(1);
    }

    @Test
    @DisplayName("R11: the owner's operation under way belongs together, also when abandoned")
    void ownerFinishesItsOperation() throws Exception {
        var manager = oracle.manager(factory);
        boolean same =
                manager.withInterpreter(
                        outer -> {
                            abandonOn("stranger", manager);
                            assertThatThrownBy(manager::close)
                                    .isInstanceOf(ReentrantCloseException.class);
                            return manager.<Boolean, RuntimeException>withInterpreter(
                                    inner -> inner == outer);
                        });
        assertThat(same).isTrue();
        assertThatThrownBy(() -> manager.withInterpreter(p -> p))
                .isInstanceOf(ManagerClosedException.class);
        manager.close();
    }

    @Test
    @DisplayName("B2: D2: abandoning from inside of an operation is refused")
    void refusesInsideOfAnOperation() throws Exception {
        try (var manager = oracle.manager(factory)) {
            Runner<Object> source =
                    Runner.start(
                            "source",
                            () ->
                                    manager.withInterpreter(
                                            python -> {
                                                manager.abandon();
                                                return null;
                                            }));
            assertThat(source.failure())
                    .isInstanceOf(ReentrantCloseException.class)
                    .hasMessageStartingWith("abandon() of manager");
            assertThat(manager.isOpen()).isTrue();
        }
    }

    @Test
    @DisplayName("B2: D2: so it is on a worker inside of one, and in a close of an interpreter")
    void refusesOnBusyThreadsOfOurs() throws Exception {
        List<Throwable> told = Collections.synchronizedList(new ArrayList<>());
        try (var manager = oracle.manager(factory)) {
            assertThat(manager.isClosed()).isFalse();
            factory.duringClose =
                    python -> told.add(manager.isOwner() ? null : catchThrowable(manager::abandon));
            Thread worker =
                    manager.managedThreads()
                            .newThread(
                                    () ->
                                            manager.withInterpreter(
                                                    p ->
                                                            told.add(
                                                                    catchThrowable(
                                                                            manager::abandon))));
            worker.start();
            worker.join();
            Runner.runToEnd("source", () -> manager.withInterpreter(FakeInterpreter::thread));
            assertThat(manager.isOpen()).isTrue();
        }
        assertThat(told).hasSize(4).endsWith((Throwable) null);
        assertThat(told.subList(0, 3)).allMatch(e -> e instanceof ReentrantCloseException);
    }

    @Test
    @DisplayName("B4: harmless in an operation that close has left behind")
    void harmlessInWhatWasLeft() throws Exception {
        oracle.expectLeaks(1);
        var manager = oracle.manager(factory, o -> o.closeDeadline(SOON).joinTimeout(SOON));
        Gate release = new Gate();
        Runner<Object> left =
                Runner.start(
                        "source",
                        () ->
                                manager.withInterpreter(
                                        python -> {
                                            release.pass();
                                            return abandon(manager);
                                        }));
        Gate.spinUntil("inside", () -> manager.dump().contains("interpreter inside"));
        assertThatThrownBy(manager::close).isInstanceOf(CloseTimeoutException.class);
        release.open();
        assertThat(left.result()).isNull();
    }

    @Test
    @DisplayName("B2: a worker between operations may abandon; it closes its own interpreter")
    void workerMayAbandon() throws Exception {
        var manager = oracle.manager(factory);
        AtomicReference<Boolean> closedAtOnce = new AtomicReference<>();
        Thread worker =
                manager.managedThreads()
                        .newThread(
                                () -> {
                                    FakeInterpreter own = manager.withInterpreter(p -> p);
                                    manager.abandon();
                                    closedAtOnce.set(!own.closers.isEmpty());
                                });
        worker.start();
        worker.join();
        assertThat(closedAtOnce.get()).isTrue();
        assertThat(manager.isClosed()).isTrue();
        manager.close();
    }

    @Test
    @DisplayName(
            "B2: the owner closes while another thread is abandoning: it waits, then closes the"
                    + " primary")
    void ownerClosesWhileAbandoned() throws Exception {
        Gate inside = new Gate();
        Gate release = new Gate();
        List<Integer> closed = Collections.synchronizedList(new ArrayList<>());
        factory.duringClose = python -> closed.add(python.number);
        var manager = oracle.manager(factory);
        Runner<Object> source =
                Runner.start(
                        "source",
                        () ->
                                manager.withInterpreter(
                                        python -> {
                                            inside.open();
                                            release.pass();
                                            return null;
                                        }));
        inside.pass();
        Runner<Object> stranger = Runner.start("stranger", () -> abandon(manager));
        Gate.spinUntil("abandoning", () -> !manager.isOpen());
        Thread owner = Thread.currentThread();
        Runner.start(
                "opener",
                () -> {
                    Gate.spinUntilParked(owner);
                    release.open();
                    return null;
                });
        manager.close();
        source.result();
        stranger.result();
        assertThat(closed).as("the lane's, and then the primary").containsExactly(1, 0);
        assertThat(factory.made.get(0).closers).containsExactly(owner);
    }

    @Test
    @DisplayName("B4, B2: it speaks while it waits, and is woken when that is over, however long")
    void ownerIsWokenAfterALongWait() throws Exception {
        for (Duration voice : List.of(SOON, Duration.ofMinutes(1))) {
            var manager = oracle.manager(factory, options -> options.warnAfter(voice));
            Gate release = new Gate();
            Runner<Object> source =
                    Runner.start("source", () -> manager.withInterpreter(p -> passed(release)));
            Gate.spinUntil("inside", () -> manager.dump().contains("interpreter inside"));
            Runner<Object> stranger = Runner.start("stranger", () -> abandon(manager));
            Gate.spinUntil("abandoning", () -> !manager.isOpen());
            long begun = System.nanoTime();
            Runner.start(
                    "opener",
                    () -> {
                        Gate.spinUntil("long", () -> System.nanoTime() - begun > LONG);
                        return passed(release.opened());
                    });
            manager.close();
            assertThat(log.with("waits for the thread that abandons it:").isEmpty())
                    .isEqualTo(voice != SOON);
            log.clear();
            source.result();
            stranger.result();
        }
    }

    private static Object passed(Gate gate) {
        gate.pass();
        return null;
    }

    @Test
    @DisplayName("R17: what fails when the owner closes what another left to it, is thrown")
    void ownersCloseOfWhatWasLeftFails() {
        var manager = oracle.manager(factory);
        abandonOn("stranger", manager);
        factory.duringClose =
                python -> {
                    throw new IllegalStateException("cannot close");
                };
        assertThatThrownBy(manager::close).hasMessage("cannot close");
        assertThat(manager.statistics().interpretersLeaked()).isEqualTo(1);
    }

    @Test
    @DisplayName("R16: for the owner, to abandon is to close")
    void ownerAbandonsByClosing() {
        var manager = oracle.manager(factory);
        manager.abandon();
        assertThat(manager.statistics().interpretersClosed()).isEqualTo(1);
    }

    private static void abandonOn(String thread, PythonInterpreterManager<?> manager) {
        try {
            Runner.runToEnd(thread, () -> abandon(manager));
        } catch (Exception failure) {
            throw new AssertionError(failure);
        }
    }

    private static Object abandon(PythonInterpreterManager<?> manager) {
        manager.abandon();
        return null;
    }
}
