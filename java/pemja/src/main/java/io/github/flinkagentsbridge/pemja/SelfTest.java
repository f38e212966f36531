package io.github.flinkagentsbridge.pemja;

import io.github.flinkagentsbridge.routing.BridgeException;
import io.github.flinkagentsbridge.routing.ManagerOptions;
import io.github.flinkagentsbridge.routing.PythonInterpreterManager;

import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Proves that the seam is live before the first interpreter is made: a call of the woven public
 * method from a foreign thread must arrive on a lane. No native code runs; a probe stands for it.
 */
final class SelfTest {

    private static final long BOUND_SECONDS = 30;

    private final AtomicReference<FutureTask<Void>> test = new AtomicReference<>();

    /** Runs the test unless it was run before; throws its failure every time, never only once. */
    boolean passOnce(InterpreterSeam woven) {
        FutureTask<Void> mine = new FutureTask<>(() -> probe(woven), null);
        boolean first = test.compareAndSet(null, mine);
        if (first) {
            mine.run();
        }
        try {
            test.get().get(2 * BOUND_SECONDS, TimeUnit.SECONDS);
        } catch (Exception failure) {
            throw notLive(failure);
        }
        return first;
    }

    private static void probe(InterpreterSeam woven) {
        ProbeSeam probe = new ProbeSeam();
        NativeInterpreter primary = NativeInterpreter.isolated(probe);
        ProbeInterpreters factory = new ProbeInterpreters(probe);
        ManagerOptions options = ManagerOptions.builder().name("bridge-self-test").build();
        try (PythonInterpreterManager<NativeInterpreter> manager =
                new PythonInterpreterManager<>(options, factory, primary)) {
            InterpreterSeam subject = woven.bridge$secondary();
            subject.bridge$attach(
                    new BoundInterpreter(
                            manager, new DirectNames(), new HandleRegistry(false, 0), true, 0));
            callFromForeignThread(subject);
        } catch (Exception failure) {
            throw notLive(failure);
        }
        if (probe.reachedBy() != factory.lane() || factory.lane() == null) {
            throw notLive(null);
        }
    }

    private static void callFromForeignThread(InterpreterSeam subject) throws Exception {
        FutureTask<Object> call =
                new FutureTask<>(
                        () ->
                                subject.getClass()
                                        .getMethod("invoke", String.class, Object[].class)
                                        .invoke(subject, "probe", new Object[0]));
        Thread foreign = new Thread(call, "bridge-self-test-source");
        foreign.setDaemon(true);
        foreign.start();
        call.get(BOUND_SECONDS, TimeUnit.SECONDS);
        foreign.join();
    }

    private static BridgeException notLive(Throwable cause) {
        return new BridgeException(
                "The self-test of the seam in Pemja",
                Thread.currentThread().getName(),
                "none",
                "woven but not live",
                "Report the release with the output of 'flink-agents-bridge doctor'; the agent option"
                        + " enabled=false runs the job unprotected.",
                cause);
    }
}
