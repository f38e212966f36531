package io.github.flinkagentsbridge.routing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

class PythonPresenceTest {
    /** The watch looks after a third of this time first, and several times again until its end. */
    private static final long LONG_ENOUGH = 3 * Waiting.LONG_NANOS;

    private static final StackTraceElement PARK = frame("jdk.internal.misc.Unsafe", true);
    private static final StackTraceElement CALL = frame("job.Source", false);
    private static final StackTraceElement PEMJA = frame("pemja.core.PythonInterpreter", true);
    private static final StackTraceElement RUN = frame("java.lang.Thread", false);

    @RegisterExtension final Oracle oracle = new Oracle();

    private static StackTraceElement frame(String type, boolean isNative) {
        return new StackTraceElement(type, "method", "File.java", isNative ? -2 : 1);
    }

    private static boolean isBelow(StackTraceElement... stack) {
        return PythonPresence.isBelow(stack);
    }

    @Test
    @DisplayName("B3: Python may wait for a thread that native code runs on or has begun, only")
    void toldByTheStack() {
        assertThat(isBelow(PARK, CALL, RUN)).as("a thread of Java's").isFalse();
        assertThat(isBelow(PARK, CALL, PEMJA, CALL, RUN)).as("one inside of Python").isTrue();
        assertThat(isBelow(PARK, CALL)).as("one that Python made, or that of main").isTrue();
        assertThat(isBelow()).as("one that tells nothing").isTrue();
    }

    @ParameterizedTest
    @MethodSource("io.github.flinkagentsbridge.routing.ThreadKind#ofThisJava")
    @DisplayName("B3: threads of Java's own are told from those without a class loader and lanes")
    void toldOfTheThread(ThreadKind kind) throws Exception {
        AtomicReference<Boolean> plain = new AtomicReference<>();
        kind.start(() -> plain.set(PythonPresence.ofCurrentThread())).join();
        assertThat(plain.get()).isFalse();
        boolean attached =
                Runner.runToEnd(
                        "Dummy-1",
                        () -> {
                            Thread.currentThread().setContextClassLoader(null);
                            return PythonPresence.ofCurrentThread();
                        });
        assertThat(attached).isTrue();
        try (var manager = oracle.manager(oracle.factory())) {
            boolean lane =
                    Runner.runToEnd(
                            "source",
                            () -> manager.withInterpreter(p -> PythonPresence.ofCurrentThread()));
            assertThat(lane).isTrue();
        }
    }

    @Test
    @DisplayName("B3: while only threads of Java's own wait long, Python is not looked at")
    void looksOnlyWhereItMayHelp() throws Exception {
        AtomicInteger looks = new AtomicInteger();
        PythonFrames frames =
                () -> {
                    looks.incrementAndGet();
                    return PythonSample.NONE;
                };
        Gate release = new Gate();
        try (var manager =
                oracle.manager(
                        oracle.factory(), options -> options.laneLimit(1).pythonFrames(frames))) {
            Runner<Object> javas = start(manager, release, Thread.currentThread());
            long begun = System.nanoTime();
            Gate.spinUntil("watched", () -> System.nanoTime() - begun > LONG_ENOUGH);
            assertThat(looks).hasValue(0);
            Runner<Object> pythons = start(manager, release, null);
            Gate.spinUntil("looked", () -> looks.get() > 0);
            release.open();
            javas.result();
            pythons.result();
        }
    }

    private static Runner<Object> start(
            PythonInterpreterManager<FakeInterpreter> manager, Gate release, Thread likeThis) {
        return Runner.start(
                "source",
                () -> {
                    Thread.currentThread()
                            .setContextClassLoader(
                                    likeThis == null ? null : likeThis.getContextClassLoader());
                    return manager.withInterpreter(
                            python -> {
                                release.pass();
                                return null;
                            });
                });
    }
}
