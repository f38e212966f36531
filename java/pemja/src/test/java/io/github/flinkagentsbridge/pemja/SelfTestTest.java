package io.github.flinkagentsbridge.pemja;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.flinkagentsbridge.routing.BridgeException;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

/** The proof that a seam is live, on seams that are and seams that are not. */
class SelfTestTest {

    @Test
    @DisplayName("B13: a seam whose public method reaches a lane passes, and is probed once")
    void passesLiveSeam() {
        SelfTest test = new SelfTest();
        assertThat(test.passOnce(new FakePython(true))).isTrue();
        assertThat(test.passOnce(new FakePython(true))).isFalse();
    }

    @Test
    @DisplayName("B13: a seam that runs on the caller's thread fails, every time it is asked")
    void refusesDeadSeam() {
        SelfTest test = new SelfTest();
        for (int attempt = 0; attempt < 2; attempt++) {
            assertThatThrownBy(() -> test.passOnce(new FakePython(false)))
                    .isInstanceOf(BridgeException.class)
                    .hasMessageContaining("woven but not live")
                    .hasMessageContaining("doctor");
        }
    }

    @Test
    @DisplayName("R15, B13: a thread that is interrupted runs the test, and stays interrupted")
    void runsAlthoughInterrupted() {
        SelfTest test = new SelfTest();
        Thread.currentThread().interrupt();
        assertThat(test.passOnce(new FakePython(true))).isTrue();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(test.passOnce(new FakePython(true))).isFalse();
    }

    @Test
    @DisplayName("R15, B13: a thread that is interrupted waits for another's test")
    void waitsAlthoughInterrupted() throws Exception {
        SelfTest test = new SelfTest();
        CountDownLatch probing = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        FakePython slow =
                new FakePython(true) {
                    @Override
                    public InterpreterSeam bridge$secondary() {
                        probing.countDown();
                        pass(interrupted);
                        return super.bridge$secondary();
                    }
                };
        FutureTask<Boolean> first = started(() -> test.passOnce(slow));
        pass(probing);
        FutureTask<Boolean> second =
                started(
                        () -> {
                            Thread.currentThread().interrupt();
                            interrupted.countDown();
                            return !test.passOnce(slow) && Thread.interrupted();
                        });
        assertThat(first.get(30, TimeUnit.SECONDS)).isTrue();
        assertThat(second.get(30, TimeUnit.SECONDS)).isTrue();
    }

    private static <T> FutureTask<T> started(Callable<T> body) {
        FutureTask<T> task = new FutureTask<>(body);
        Thread thread = new Thread(task, "self-test");
        thread.setDaemon(true);
        thread.start();
        return task;
    }

    private static void pass(CountDownLatch gate) {
        try {
            assertThat(gate.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException unexpected) {
            throw new AssertionError(unexpected);
        }
    }

    /** An interpreter with a public method as the weaver leaves it, or as Pemja made it. */
    public static class FakePython extends FakeSeam {
        private final boolean routed;

        FakePython(boolean routed) {
            this.routed = routed;
        }

        /** Looked up by name, as the woven method is. */
        public Object invoke(String name, Object[] arguments) {
            return routed ? PemjaDispatch.invoke(this, name, arguments) : "unrouted";
        }

        @Override
        public InterpreterSeam bridge$secondary() {
            return new FakePython(routed);
        }
    }
}
