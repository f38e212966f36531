package io.github.flinkagentsbridge.routing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

class FrameSamplerTest {
    private static final PythonSample SEEN =
            new PythonSample(List.of(new PythonSample.PythonThread(7, "seen", 0, "")));

    private final FrameSampler sampler = new FrameSampler();

    @Test
    @DisplayName("B3: the look happens on a thread made for it; what it sees is the answer")
    void looksOnAThreadOfItsOwn() {
        AtomicReference<Thread> by = new AtomicReference<>();
        PythonSample sample =
                sampler.sample(
                        () -> {
                            by.set(Thread.currentThread());
                            return SEEN;
                        });
        assertThat(sample).isSameAs(SEEN);
        assertThat(by.get().getName()).isEqualTo("bridge-frames");
        assertThat(by.get().isDaemon()).isTrue();
    }

    @Test
    @DisplayName("B3: a look that fails has seen nothing, and the next one is another")
    void failedLookSeesNothing() {
        PythonFrames broken =
                () -> {
                    throw new IllegalStateException("no interpreter");
                };
        assertThat(sampler.sample(broken)).isSameAs(PythonSample.NONE);
        assertThat(sampler.sample(() -> SEEN)).isSameAs(SEEN);
    }

    @Test
    @DisplayName(
            "B3, B4: while Python does not answer nobody waits long, no second look is begun, and"
                    + " a look that was begun for another is not taken for one of now")
    void pythonDoesNotAnswer() throws Exception {
        Gate answer = new Gate();
        Gate looking = new Gate();
        Runner<PythonSample> first =
                Runner.start(
                        "first",
                        () ->
                                sampler.sample(
                                        () -> {
                                            looking.open();
                                            answer.pass();
                                            return SEEN;
                                        }));
        looking.pass();
        AtomicReference<PythonSample> begun = new AtomicReference<>(PythonSample.NONE);
        PythonSample second =
                sampler.sample(
                        () -> {
                            begun.set(SEEN);
                            return SEEN;
                        });
        assertThat(second).isSameAs(PythonSample.NONE);
        assertThat(begun.get()).isSameAs(PythonSample.NONE);
        assertThat(first.result()).isSameAs(PythonSample.NONE);
        answer.open();
        assertThat(sampler.sample(() -> SEEN)).isSameAs(SEEN);
    }

    @Test
    @DisplayName("B3: where no thread can be started nothing is seen, and the next look is another")
    void noThreadForTheLook() {
        AtomicBoolean full = new AtomicBoolean(true);
        FrameSampler hampered =
                new FrameSampler(
                        thread -> {
                            if (full.getAndSet(false)) {
                                throw new OutOfMemoryError("unable to create native thread");
                            }
                            thread.start();
                        });
        assertThat(hampered.sample(() -> SEEN)).isSameAs(PythonSample.NONE);
        assertThat(hampered.sample(() -> SEEN)).isSameAs(SEEN);
    }

    @Test
    @DisplayName("R15: an interrupt does not end the look, and the status is set again")
    void interruptIsKept() throws Exception {
        Gate looking = new Gate();
        Gate answer = new Gate();
        Runner<Boolean> asker =
                Runner.start(
                        "asker",
                        () -> {
                            PythonSample sample =
                                    sampler.sample(
                                            () -> {
                                                looking.open();
                                                answer.pass();
                                                return SEEN;
                                            });
                            return sample == SEEN && Thread.interrupted();
                        });
        looking.pass();
        asker.thread.interrupt();
        Gate.spinUntil("noted", () -> !asker.thread.isInterrupted());
        answer.open();
        assertThat(asker.result()).isTrue();
    }
}
