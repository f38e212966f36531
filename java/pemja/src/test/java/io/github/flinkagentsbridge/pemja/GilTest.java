package io.github.flinkagentsbridge.pemja;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.flinkagentsbridge.routing.ManagerOptions;
import io.github.flinkagentsbridge.routing.PythonInterpreterManager;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Who is asked whether it holds the interpreter's lock, and what is made of the answer. Each test
 * has a thread of its own, and with it the place for that thread's interpreter.
 */
class GilTest {

    private static final long OURS = 0x10;
    private static final long SUB_INTERPRETERS = 0x20;
    private static final long CPYTHONS = 0x30;
    private static final long ANOTHERS = 0x40;

    private final FakeDoor door = new FakeDoor();
    private final Gil gil = new OpenGil(door);
    private final ShowingSeam seam = new ShowingSeam();

    @Test
    @DisplayName("T5: a call outside of any operation asks nothing")
    void topLevelPaysNothing() {
        begin();
        assertThat(gil.letGo()).isZero();
        assertThat(door.asked).isZero();
    }

    @Test
    @DisplayName("T5: a nested call that came with the lock lets go of it and takes it back")
    void nestedCallLetsGo() {
        NativeInterpreter here = begin();
        here.enter(bound(here));
        long released = gil.letGo();
        assertThat(released).isEqualTo(OURS);
        assertThat(door.holder).isZero();
        gil.takeBack(released);
        assertThat(door.holder).isEqualTo(OURS);
    }

    @Test
    @DisplayName("T5: a nested call leaves the lock to a thread that holds it, and to nobody")
    void nestedCallWithoutTheLock() {
        NativeInterpreter here = begin();
        here.enter(bound(here));
        for (long holder : new long[] {ANOTHERS, 0}) {
            door.holder = holder;
            assertThat(gil.letGo()).isZero();
            gil.takeBack(0);
            assertThat(door.holder).isEqualTo(holder);
        }
    }

    @Test
    @DisplayName("T5, T9: inside a sub-interpreter the states of both count as this thread's")
    void subInterpreterAndPrimary() {
        NativeInterpreter here = begin();
        NativeInterpreter sub = NativeInterpreter.isolated(new ShowingSeam());
        introduce(sub, SUB_INTERPRETERS);
        assertThat(sub.isInside()).isFalse();
        here.enter(bound(here));
        assertThat(sub.isInside()).isTrue();
        here.leave(null);
        sub.enter(bound(sub));
        assertThat(here.isInside()).isTrue();
        for (long holder : new long[] {SUB_INTERPRETERS, OURS}) {
            door.holder = holder;
            long released = gil.letGo();
            assertThat(released).isEqualTo(holder);
            gil.takeBack(released);
        }
        sub.leave(null);
        assertThat(here.isInside()).isFalse();
        assertThat(gil.letGo()).isZero();
    }

    @Test
    @DisplayName("T5: Python code that runs while an interpreter is given up counts as nested")
    void closingCountsAsInside() {
        AtomicLong released = new AtomicLong();
        seam.atClose = () -> released.set(gil.letGo());
        NativeInterpreter here = begin();
        here.share();
        here.release();
        assertThat(released).hasValue(0);
        here.release();
        assertThat(released).hasValue(OURS);
        assertThat(NativeInterpreter.current()).isNull();
    }

    @Test
    @DisplayName("T5: an interpreter that a CPython thread owns is asked for at every call")
    void ownedByCPythonThread() {
        assertThat(gil.knowsThread()).isFalse();
        door.own = CPYTHONS;
        introduce(NativeInterpreter.adopt(seam, gil.knowsThread()), OURS);
        door.holder = CPYTHONS;
        assertThat(gil.letGo()).isEqualTo(CPYTHONS);
        door.holder = ANOTHERS;
        assertThat(gil.letGo()).isZero();
    }

    @Test
    @DisplayName("T3, T5: a thread that native code attached is judged by its own state")
    void attachedThread() throws Exception {
        door.own = CPYTHONS;
        door.holder = CPYTHONS;
        assertThat(onThread(true, gil::letGo)).isEqualTo(CPYTHONS);
        door.holder = ANOTHERS;
        assertThat(onThread(true, gil::letGo)).isZero();
    }

    @Test
    @DisplayName("T5: a thread that native code cannot have attached asks nothing")
    void javaThreadPaysNothing() throws Exception {
        door.own = CPYTHONS;
        door.holder = CPYTHONS;
        assertThat(onThread(false, gil::letGo)).isZero();
        assertThat(door.asked).isZero();
    }

    @Test
    @DisplayName("T5: without native calls a nested call that came without the lock goes on")
    void goesOnWithoutTheDoor() {
        Gil missing = new MissingGil(new UnsatisfiedLinkError("no folder"));
        NativeInterpreter here = begin();
        here.enter(bound(here));
        assertThat(missing.letGo()).isZero();
    }

    private NativeInterpreter begin() {
        NativeInterpreter made = NativeInterpreter.adopt(seam, false);
        introduce(made, OURS);
        return made;
    }

    private void introduce(NativeInterpreter made, long threadState) {
        door.holder = threadState;
        gil.introduce(made);
        door.asked = 0;
    }

    private static long onThread(boolean daemon, Callable<Long> question) throws Exception {
        FutureTask<Long> task = new FutureTask<>(question);
        Thread thread = new Thread(task);
        thread.setDaemon(daemon);
        thread.start();
        return task.get(30, TimeUnit.SECONDS);
    }

    private static BoundInterpreter bound(NativeInterpreter on) {
        ProbeInterpreters none = new ProbeInterpreters(new ProbeSeam());
        ManagerOptions options = ManagerOptions.builder().name("test").build();
        return new BoundInterpreter(
                new PythonInterpreterManager<>(options, none, on),
                new DirectNames(),
                new HandleRegistry(false, 0),
                on,
                0);
    }
}
