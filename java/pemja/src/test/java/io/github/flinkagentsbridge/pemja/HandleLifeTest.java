package io.github.flinkagentsbridge.pemja;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.flinkagentsbridge.routing.ManagerClosedException;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

/** When a handle's reference is given back, and when not, with fakes for Pemja. */
class HandleLifeTest {

    private final List<Long> givenBack = new CopyOnWriteArrayList<>();
    private SelfTestTest.FakePython python;

    /**
     * Made on the test's own thread, which JUnit's time-out makes another than that of a set-up.
     */
    private FakeHandle handle(long pointer) {
        if (python == null) {
            PemjaRuntime.start(BridgeOptions.parse("lanes=1"), "agent.jar", (m, n, a) -> {});
            python = new SelfTestTest.FakePython(true);
            PemjaDispatch.construct(python, new PemjaRuntimeTest.FakeConfig("MULTI_THREAD"));
        }
        return python.bridge$attachment()
                .run("making", null, on -> FakeHandle.made(pointer, givenBack));
    }

    @Test
    @DisplayName("B5, H2: closing gives back once; a second close is harmless, a use is an error")
    void closesOnce() {
        FakeHandle handle = handle(7);
        HandleDispatch.close(handle);
        HandleDispatch.close(handle);
        assertThat(givenBack).containsExactly(7L);
        assertThatThrownBy(() -> HandleDispatch.getAttr(handle, "x"))
                .isInstanceOf(ReleasedHandleException.class)
                .hasMessageContaining("before its close()");
    }

    @Test
    @DisplayName("B5: a close under a running call waits for the call's end")
    void closesAfterRunningCall() {
        FakeHandle handle = handle(7);
        Runnable closeInside =
                () -> {
                    HandleDispatch.close(handle);
                    assertThat(givenBack).isEmpty();
                };
        HandleDispatch.invokeMethod(handle, "m", new Object[] {closeInside});
        python.invoke("any", new Object[0]);
        assertThat(givenBack).containsExactly(7L);
    }

    @Test
    @DisplayName("B5, H3, H5: what Java no longer reaches is given back between operations")
    void releasesUnreachable() {
        handle(7);
        for (int attempt = 0; givenBack.isEmpty() && attempt < 1_000; attempt++) {
            System.gc();
            python.invoke("any", new Object[0]);
        }
        assertThat(givenBack).containsExactly(7L);
    }

    @Test
    @DisplayName("B5: the interpreter's close gives back all that lives, then handles are dead")
    void closesWithInterpreter() {
        FakeHandle handle = handle(7);
        FakeHandle other = handle(8);
        HandleDispatch.close(other);
        PemjaDispatch.close(python);
        assertThat(givenBack).containsExactly(8L, 7L);
        assertThatThrownBy(() -> HandleDispatch.getAttr(handle, "x"))
                .isInstanceOf(ManagerClosedException.class);
        HandleDispatch.close(handle);
        assertThat(givenBack).hasSize(2);
    }

    @Test
    @DisplayName("B9, H2: dead and stale handles are refused as arguments, at any depth")
    void refusesDeadArguments() {
        FakeHandle closed = handle(7);
        HandleDispatch.close(closed);
        FakeHandle stale = FakeHandle.restored(9, givenBack);
        assertThatThrownBy(() -> python.invoke("f", new Object[] {closed}))
                .isInstanceOf(ReleasedHandleException.class);
        assertThatThrownBy(() -> python.invoke("f", new Object[] {List.of(Map.of("k", stale))}))
                .isInstanceOf(StaleHandleException.class);
        assertThatThrownBy(() -> PemjaDispatch.set(python, "name", new Object[] {stale}))
                .isInstanceOf(StaleHandleException.class);
        assertThatThrownBy(() -> HandleDispatch.getAttr(stale, "x"))
                .isInstanceOf(StaleHandleException.class);
    }

    @Test
    @DisplayName("B5: of threads that close one handle at once, one gives it back")
    void closesOnceAcrossThreads() throws Exception {
        for (long round = 1; round <= 200; round++) {
            FakeHandle handle = handle(round);
            CyclicBarrier gate = new CyclicBarrier(2);
            FutureTask<Object> rival = new FutureTask<>(() -> closeAt(gate, handle));
            Thread thread = new Thread(rival, "rival");
            thread.start();
            closeAt(gate, handle);
            rival.get(30, TimeUnit.SECONDS);
            thread.join(TimeUnit.SECONDS.toMillis(30));
        }
        assertThat(givenBack).doesNotHaveDuplicates().hasSize(200);
    }

    private static Object closeAt(CyclicBarrier gate, FakeHandle handle) throws Exception {
        gate.await(30, TimeUnit.SECONDS);
        HandleDispatch.close(handle);
        return null;
    }

    @Test
    @DisplayName("B5: live handles are counted, and told by place where that is asked for")
    void tellsPlaces() {
        HandleRegistry registry = new HandleRegistry(true, 0);
        FakeHandle handle = FakeHandle.restored(1, givenBack);
        registry.register(handle);
        assertThat(registry.live()).isEqualTo(1L);
        assertThat(registry.places()).hasSize(1);
        assertThat(new HandleRegistry(false, 0).places()).isEmpty();
    }

    @Test
    @DisplayName("B5: what was closed under a call waits for the thread's outermost operation")
    void releasesOutsideOfNestedSubInterpreter() {
        handle(1);
        SelfTestTest.FakePython sub = new SelfTestTest.FakePython(true);
        PemjaDispatch.construct(sub, new PemjaRuntimeTest.FakeConfig("SUB_INTERPRETER"));
        FakeHandle inSub =
                sub.bridge$attachment().run("making", null, on -> FakeHandle.made(9, givenBack));
        inSub.bridge$record().close();
        inSub.bridge$record().registry().releaseLater(inSub.bridge$record());
        python.bridge$attachment()
                .run(
                        "closing",
                        null,
                        on -> {
                            sub.invoke("f", new Object[] {1});
                            assertThat(givenBack).isEmpty();
                            return null;
                        });
        sub.invoke("f", new Object[] {1});
        assertThat(givenBack).containsExactly(9L);
        PemjaDispatch.close(sub);
        PemjaDispatch.close(python);
    }

    @Test
    @DisplayName("B5: with more alive than the limit a collection is due; with few left, anew")
    void collectsByWhatLives() {
        HandlePressure never = new HandlePressure(0);
        assertThat(never.isDue(Long.MAX_VALUE - 1)).isFalse();
        HandlePressure pressure = new HandlePressure(100);
        assertThat(pressure.isDue(99)).isFalse();
        assertThat(pressure.isDue(100)).isTrue();
        assertThat(pressure.isDue(199)).isFalse();
        assertThat(pressure.isDue(200)).isTrue();
        assertThat(pressure.isDue(399)).isFalse();
        pressure.released(50);
        assertThat(pressure.isDue(100)).isTrue();
    }
}
