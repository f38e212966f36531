package io.github.flinkagentsbridge.pemja;

import io.github.flinkagentsbridge.routing.BridgeException;
import io.github.flinkagentsbridge.routing.ManagerOptions;
import io.github.flinkagentsbridge.routing.PythonInterpreterManager;
import io.github.flinkagentsbridge.routing.Uninterrupted;

import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Proves that the seam is live before the first interpreter is made: a call of the woven public
 * method from a foreign thread must arrive on a lane. No native code runs; a probe stands for it.
 *
 * <p>Threads: any. An interrupt neither ends the test nor gets lost: whoever comes later is given
 * the same outcome, so that of a cancelled task must not be a failure.
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
            FutureTask<Void> run = test.get();
            long until = nanosFromNow(2 * BOUND_SECONDS);
            Uninterrupted.await(() -> run.get(until - System.nanoTime(), TimeUnit.NANOSECONDS));
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
                            manager, new DirectNames(), new HandleRegistry(false, 0), primary, 0));
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
        long called = nanosFromNow(BOUND_SECONDS);
        Uninterrupted.await(() -> call.get(called - System.nanoTime(), TimeUnit.NANOSECONDS));
        long ended = nanosFromNow(BOUND_SECONDS);
        Uninterrupted.await(() -> join(foreign, ended - System.nanoTime()));
    }

    private static Void join(Thread thread, long nanos) throws InterruptedException {
        TimeUnit.NANOSECONDS.timedJoin(thread, nanos);
        return null;
    }

    private static long nanosFromNow(long seconds) {
        return System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
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
