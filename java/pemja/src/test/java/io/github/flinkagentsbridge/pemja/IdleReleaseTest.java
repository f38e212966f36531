package io.github.flinkagentsbridge.pemja;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.flinkagentsbridge.routing.ManagerOptions;
import io.github.flinkagentsbridge.routing.PythonInterpreterManager;
import io.github.flinkagentsbridge.routing.Statistics;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** What looking after idle interpreters does and leaves, look by look, with fakes for Pemja. */
class IdleReleaseTest {

    private final List<BoundInterpreter> open = new CopyOnWriteArrayList<>();
    private final List<Long> givenBack = new CopyOnWriteArrayList<>();
    private final List<FakeSeam> secondaries = new CopyOnWriteArrayList<>();
    private final List<ExecutorService> threads = new ArrayList<>();
    private final ExecutorService watcher = thread();
    private final IdleRelease release = new IdleRelease(open);

    private ExecutorService thread() {
        ExecutorService made = Executors.newSingleThreadExecutor();
        threads.add(made);
        return made;
    }

    @AfterEach
    void endThreads() {
        threads.forEach(ExecutorService::shutdownNow);
    }

    @Test
    @DisplayName("B5, R8: an interpreter that only its owner uses is given no lane for it")
    void ownerOnly() throws Exception {
        try (var manager = manager(2, new Seam()).manager()) {
            garbage(open.get(0), 7);
            look(2);
            assertThat(givenBack).containsExactly(7L);
            Statistics seen = manager.statistics();
            assertThat(seen.lanesMade()).isZero();
            assertThat(seen.sourceThreads()).isZero();
            assertThat(seen.laneCalls()).isZero();
            assertThat(seen.interpretersMade()).isEqualTo(1);
        }
    }

    @Test
    @DisplayName(
            "R7, R8: threads that live have a lane each, as many as there may be, all the same")
    void takesNobodysLane() throws Exception {
        try (var manager = manager(2, new Seam()).manager()) {
            Thread first = laneOf(manager, thread());
            garbage(open.get(0), 7);
            look(2);
            assertThat(givenBack).containsExactly(7L);
            assertThat(laneOf(manager, thread())).isNotSameAs(first);
            assertThat(manager.statistics().laneCallsBySourceKind()).containsEntry("cpython", 0L);
        }
    }

    @Test
    @DisplayName("B5: a lane that is busy keeps nobody from being looked after")
    void waitsForNoLane() throws Exception {
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch leave = new CountDownLatch(1);
        try (var busy = manager(1, new Seam()).manager()) {
            Future<Object> call =
                    thread().submit(() -> busy.withInterpreter(on -> stay(inside, leave)));
            inside.await(30, TimeUnit.SECONDS);
            ExecutorService other = thread();
            BoundInterpreter idle = on(other, () -> manager(1, new Seam()));
            garbage(open.get(0), 7);
            garbage(idle, 8);
            look(2);
            assertThat(givenBack).containsExactly(7L, 8L);
            leave.countDown();
            call.get(30, TimeUnit.SECONDS);
            on(other, () -> closed(idle));
        }
    }

    @Test
    @DisplayName("B5: an error, as where no memory is left for a while, is tried again")
    void outlivesErrors() throws Exception {
        Seam seam = new Seam();
        try (var manager = manager(1, seam).manager()) {
            garbage(open.get(0), 7);
            seam.full = true;
            look(2);
            assertThat(givenBack).isEmpty();
            seam.full = false;
            look(1);
            assertThat(givenBack).containsExactly(7L);
            assertThat(manager.isOpen()).isTrue();
        }
    }

    @Test
    @DisplayName("B1: nothing is kept of a manager that was closed, whose Pemja gave back")
    void keepsNothing() throws Exception {
        try (var manager = manager(1, new Seam()).manager()) {
            garbage(open.get(0), 7);
            look(3);
            ExecutorService other = thread();
            BoundInterpreter still = on(other, () -> manager(1, new Seam()));
            assertThat(secondaries).hasSize(1);
            assertThat(secondaries.get(0).asked).doesNotContain("close");
            open.remove(0);
            look(1);
            assertThat(secondaries.get(0).asked).containsOnlyOnce("close");
            garbage(still, 8);
            look(2);
            assertThat(givenBack).containsExactly(7L, 8L);
            assertThat(manager.isOpen()).isTrue();
            on(other, () -> closed(still));
        }
    }

    private static Object closed(BoundInterpreter bound) {
        bound.manager().close();
        return null;
    }

    /** One that is open, made on the calling thread. */
    private BoundInterpreter manager(int lanes, Seam seam) {
        PemjaRuntime.start(BridgeOptions.parse(""), "agent.jar", (m, n, a) -> {});
        NativeInterpreter primary = NativeInterpreter.adopt(seam, false);
        HandleRegistry handles = new HandleRegistry(false, 0);
        Names names = new DirectNames();
        ManagerOptions options = ManagerOptions.builder().name("idle").laneLimit(lanes).build();
        BoundInterpreter bound =
                new BoundInterpreter(
                        new PythonInterpreterManager<>(
                                options, new PemjaInterpreters(primary, names, handles), primary),
                        names,
                        handles,
                        primary,
                        0);
        open.add(bound);
        return bound;
    }

    private void garbage(BoundInterpreter bound, long pointer) {
        HandleRecord record = bound.handles().register(FakeHandle.restored(pointer, givenBack));
        record.close();
        bound.handles().releaseLater(record);
    }

    private void look(int times) throws Exception {
        for (int i = 0; i < times; i++) {
            watcher.submit(release::look).get(10, TimeUnit.SECONDS);
        }
    }

    private static Thread laneOf(
            PythonInterpreterManager<NativeInterpreter> manager, ExecutorService caller)
            throws Exception {
        return on(caller, () -> manager.withInterpreter(python -> Thread.currentThread()));
    }

    private static <T> T on(ExecutorService thread, Callable<T> body) throws Exception {
        return thread.submit(body).get(30, TimeUnit.SECONDS);
    }

    private static Object stay(CountDownLatch inside, CountDownLatch leave) {
        inside.countDown();
        try {
            return leave.await(30, TimeUnit.SECONDS);
        } catch (InterruptedException unexpected) {
            throw new AssertionError(unexpected);
        }
    }

    private final class Seam extends FakeSeam {
        private volatile boolean full;

        @Override
        public InterpreterSeam bridge$secondary() {
            if (full) {
                throw new OutOfMemoryError("unable to create native thread");
            }
            FakeSeam made = new FakeSeam();
            secondaries.add(made);
            return made;
        }
    }
}
