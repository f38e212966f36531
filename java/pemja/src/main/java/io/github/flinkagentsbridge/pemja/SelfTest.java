package io.github.flinkagentsbridge.pemja;

import io.github.flinkagentsbridge.routing.BridgeException;
import io.github.flinkagentsbridge.routing.ManagerOptions;
import io.github.flinkagentsbridge.routing.PythonInterpreterManager;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
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

    /** A wait of at most that long. */
    private interface Wait<T> {
        T within(long nanos) throws InterruptedException, ExecutionException, TimeoutException;
    }

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
            await(2 * BOUND_SECONDS, nanos -> run.get(nanos, TimeUnit.NANOSECONDS));
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
        await(BOUND_SECONDS, nanos -> call.get(nanos, TimeUnit.NANOSECONDS));
        await(BOUND_SECONDS, nanos -> join(foreign, nanos));
    }

    private static Void join(Thread thread, long nanos) throws InterruptedException {
        TimeUnit.NANOSECONDS.timedJoin(thread, nanos);
        return null;
    }

    private static <T> T await(long seconds, Wait<T> wait)
            throws ExecutionException, TimeoutException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return wait.within(deadline - System.nanoTime());
                } catch (InterruptedException later) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
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
