package io.github.flinkagentsbridge.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import java.time.Duration;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

// Closing a resource by hand is what is tested here.
@SuppressWarnings("try")
class CloseDeadlineTest {
    private static final Duration SHORT = Duration.ofMillis(100);

    @RegisterExtension final Oracle oracle = new Oracle();
    @RegisterExtension final CapturedLog log = new CapturedLog();
    private final FakeFactory factory = oracle.factory();
    private final Gate release = new Gate();

    private PythonInterpreterManager<FakeInterpreter> manager() {
        return oracle.manager(
                factory, options -> options.laneLimit(1).closeDeadline(SHORT).joinTimeout(SHORT));
    }

    @Test
    @DisplayName("B4: a closer with less time than closeDeadline is given no more than it has")
    void takesTheClosersTime() throws Exception {
        oracle.expectLeaks(1);
        var manager =
                oracle.manager(
                        factory,
                        options -> options.closeDeadline(Duration.ofHours(1)).joinTimeout(SHORT));
        Runner<Object> stuck = Runner.start("stuck", () -> manager.withInterpreter(this::stay));
        Gate.spinUntil("runs", () -> manager.dump().contains("interpreter inside"));
        manager.closeWithin(Duration.ZERO);
        assertThat(catchThrowable(manager::close))
                .isInstanceOf(CloseTimeoutException.class)
                .hasMessageContaining("operations still run after PT0S");
        release.open();
        stuck.result();
    }

    @Test
    @DisplayName(
            "B4, R11, R17: D7: past its deadline close tells who runs what, leaves the interpreter,"
                    + " counted, closes all else, and returns a managed error")
    void leavesWhatRunsTooLong() throws Exception {
        oracle.expectLeaks(1);
        var manager = manager();
        Runner<Object> stuck = Runner.start("stuck", () -> manager.withInterpreter(this::stay));
        Gate.spinUntil("runs", () -> manager.dump().contains("interpreter inside"));
        AtomicBoolean ran = new AtomicBoolean();
        Runner<Object> queued =
                Runner.start("queued", () -> manager.withInterpreter(p -> ran.getAndSet(true)));
        Gate.spinUntil("queued", () -> manager.dump().contains("1 queued"));
        Throwable told = catchThrowable(manager::close);
        String lane = manager.name() + "-lane-1";
        assertThat(told)
                .isInstanceOf(CloseTimeoutException.class)
                .hasMessageContaining(
                        "state: CLOSING, operations still run after PT0.1S). End them before"
                                + " close(), or give a longer closeDeadline. Their interpreters stay"
                                + " unclosed. Still running:")
                .hasMessageContaining("lane '" + lane + "': running an operation for 'stuck'");
        assertThat(((CloseTimeoutException) told).report()).contains("Gate.pass");
        assertThat(told.getSuppressed())
                .hasSize(1)
                .allMatch(leak -> leak instanceof InterpreterLeakedException);
        assertThat(manager.isClosed()).isTrue();
        assertThat(manager.statistics().interpretersLeaked()).isEqualTo(1);
        assertThat(factory.made.get(0).closers).containsExactly(manager.owner());
        assertThat(queued.failure())
                .isInstanceOf(ManagerClosedException.class)
                .hasMessageStartingWith("A queued call of manager");
        assertThat(stuck.thread.isAlive()).as("a running call is still waited for").isTrue();
        manager.close();
        release.open();
        assertThat(stuck.result()).as("and still gets its result").isEqualTo("stayed");
        assertThat(ran).isFalse();
        assertThat(manager.isClosed()).as("a late ticket changes no state").isTrue();
        assertThat(Runner.start("late", () -> manager.withInterpreter(this::stay)).failure())
                .isInstanceOf(ManagerClosedException.class);
    }

    @Test
    @DisplayName("R11, B4: what was left may not go on: its nested calls are refused")
    void refusesNestedCallsOfWhatWasLeft() throws Exception {
        oracle.expectLeaks(1);
        var manager = manager();
        AtomicReference<Throwable> nested = new AtomicReference<>();
        Runner<Object> stuck =
                Runner.start(
                        "stuck",
                        () ->
                                manager.withInterpreter(
                                        python -> {
                                            release.pass();
                                            nested.set(
                                                    catchThrowable(
                                                            () -> manager.withInterpreter(p -> p)));
                                            return "unwound";
                                        }));
        Gate.spinUntil("runs", () -> manager.dump().contains("interpreter inside"));
        assertThat(catchThrowable(manager::close)).isInstanceOf(CloseTimeoutException.class);
        release.open();
        assertThat(stuck.result()).isEqualTo("unwound");
        assertThat(nested.get()).isInstanceOf(ManagerClosedException.class);
    }

    @Test
    @DisplayName("B4: a worker that is inside past the deadline is left like a lane")
    void leavesWorker() throws Exception {
        oracle.expectLeaks(1);
        var manager = manager();
        Thread worker =
                manager.managedThreads().newThread(() -> manager.withInterpreter(this::stay));
        worker.start();
        Gate.spinUntil("inside", () -> manager.dump().contains("worker-1': interpreter inside"));
        assertThat(catchThrowable(manager::close))
                .isInstanceOf(CloseTimeoutException.class)
                .hasMessageContaining("worker '" + worker.getName() + "': interpreter inside");
        release.open();
        worker.join();
        assertThat(manager.statistics().interpretersClosed()).isEqualTo(1);
    }

    @Test
    @DisplayName("B4, I3: an interpreter that is being made at the deadline is left, not used")
    void leavesInterpreterInTheMaking() throws Exception {
        oracle.expectLeaks(1);
        var manager = manager();
        Gate making = new Gate();
        factory.duringPrepare =
                python -> {
                    making.open();
                    release.pass();
                };
        Runner<Object> caller = Runner.start("caller", () -> manager.withInterpreter(p -> "ran"));
        making.pass();
        assertThat(catchThrowable(manager::close)).isInstanceOf(CloseTimeoutException.class);
        release.open();
        assertThat(caller.failure())
                .isInstanceOf(ManagerClosedException.class)
                .hasMessageStartingWith("An operation of manager");
        assertThat(manager.statistics().interpretersLeaked()).isEqualTo(1);
    }

    @Test
    @DisplayName("B4: what fails in the making after the deadline has left nothing behind")
    void countsNoLeakForWhatWasNeverMade() throws Exception {
        var manager = manager();
        Gate making = new Gate();
        factory.duringCreate =
                none -> {
                    making.open();
                    release.pass();
                    throw new IllegalStateException("not made");
                };
        Runner<Object> caller = Runner.start("caller", () -> manager.withInterpreter(p -> "ran"));
        making.pass();
        assertThat(catchThrowable(manager::close)).isInstanceOf(CloseTimeoutException.class);
        assertThat(manager.statistics().interpretersLeaked()).isEqualTo(1);
        release.open();
        assertThat(caller.failure()).hasMessage("not made");
        Gate.spinUntil("corrected", () -> manager.statistics().interpretersLeaked() == 0);
        Gate.spinUntil(
                "the lane has ended",
                () ->
                        Thread.getAllStackTraces().keySet().stream()
                                .noneMatch(thread -> thread.getName().startsWith(manager.name())));
    }

    @Test
    @DisplayName("B4: a call that comes to its lane after the deadline is refused, not forgotten")
    void refusesCallThatIsQueuedTooLate() throws Exception {
        oracle.expectLeaks(1);
        var manager = manager();
        Gate asked = new Gate();
        Gate late = new Gate();
        Runner<Object> stuck = Runner.start("stuck", () -> manager.withInterpreter(this::stay));
        Gate.spinUntil("runs", () -> manager.dump().contains("interpreter inside"));
        Thread slow =
                new Thread("slow") {
                    @Override
                    public ClassLoader getContextClassLoader() {
                        if (manager.dump().contains("tickets 2")) {
                            asked.open();
                            late.pass();
                        }
                        return super.getContextClassLoader();
                    }

                    @Override
                    public void run() {
                        failure.set(catchThrowable(() -> manager.withInterpreter(p -> p)));
                    }
                };
        slow.start();
        asked.pass();
        assertThat(catchThrowable(manager::close)).isInstanceOf(CloseTimeoutException.class);
        late.open();
        slow.join();
        assertThat(failure.get()).isInstanceOf(ManagerClosedException.class);
        release.open();
        stuck.result();
    }

    @Test
    @DisplayName("B4: nor does it get a lane of its own while close still waits for a worker")
    void makesNoLaneAfterTheDeadline() throws Exception {
        var manager = manager();
        Gate asked = new Gate();
        Gate late = new Gate();
        Thread slow =
                new Thread("slow") {
                    @Override
                    public ClassLoader getContextClassLoader() {
                        if (manager.dump().contains("tickets 1")) {
                            asked.open();
                            late.pass();
                        }
                        return super.getContextClassLoader();
                    }

                    @Override
                    public void run() {
                        failure.set(catchThrowable(() -> manager.withInterpreter(p -> p)));
                    }
                };
        slow.start();
        asked.pass();
        manager.managedThreads()
                .manage(
                        new ForkJoinPool(1) {
                            @Override
                            public void shutdown() {
                                late.open();
                                Gate.spinUntil("over", () -> !slow.isAlive());
                                super.shutdown();
                            }
                        });
        assertThat(catchThrowable(manager::close)).isInstanceOf(CloseTimeoutException.class);
        assertThat(failure.get()).isInstanceOf(ManagerClosedException.class);
        assertThat(factory.secondaries()).isEmpty();
    }

    private final AtomicReference<Throwable> failure = new AtomicReference<>();

    private Object stay(FakeInterpreter python) {
        release.pass();
        return "stayed";
    }
}
