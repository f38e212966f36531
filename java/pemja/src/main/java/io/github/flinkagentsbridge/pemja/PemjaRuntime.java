package io.github.flinkagentsbridge.pemja;

import io.github.flinkagentsbridge.routing.OwnerThread;
import io.github.flinkagentsbridge.routing.PythonInterpreterManager;
import io.github.flinkagentsbridge.telemetry.Flight;
import io.github.flinkagentsbridge.telemetry.ManagerBeans;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;

/**
 * The bridge of this JVM: makes a manager for each interpreter that the application makes. One copy
 * exists, on the boot class path, however many loaders Pemja or Flink Agents come from.
 */
public final class PemjaRuntime {

    private static volatile PemjaRuntime instance;

    private final BridgeOptions options;
    private final String jarPath;
    private final InvocationListener listener;
    private final EventReport report;
    private final HandleRegistry unownedHandles;
    private final SelfTest selfTest = new SelfTest();
    private final StartupCheck startup;

    /** Open interpreters, oldest first. */
    private final List<BoundInterpreter> open = new CopyOnWriteArrayList<>();

    private PemjaRuntime(BridgeOptions options, String jarPath, InvocationListener listener) {
        this.options = options;
        this.jarPath = jarPath;
        this.listener = listener;
        this.report = new EventReport(options.report());
        this.startup = new StartupCheck(options, report);
        this.unownedHandles = new HandleRegistry(options.handlePlaces(), options.handleGc());
    }

    /**
     * Starts the bridge of this JVM; once, before any interpreter is made.
     *
     * @param jarPath the agent jar, which carries the Python side
     */
    public static void start(BridgeOptions options, String jarPath, InvocationListener listener) {
        EmbeddedPackage.configure(jarPath, options);
        Protection.configure(jarPath);
        PemjaForm.configure(options.bigIntegersAsInts());
        PemjaRuntime runtime = new PemjaRuntime(options, jarPath, listener);
        instance = runtime;
        Flight.follow();
        new IdleRelease(runtime.open).start();
        Thread hook = new Thread(runtime::reportOpen, "bridge-report");
        hook.setContextClassLoader(null);
        Runtime.getRuntime().addShutdownHook(hook);
    }

    static PemjaRuntime get() {
        return instance;
    }

    /** Handles made outside any operation; whichever interpreter ends an operation serves them. */
    HandleRegistry unownedHandles() {
        return unownedHandles;
    }

    void construct(InterpreterSeam self, Object config) {
        OwnerThread.check("Making an interpreter");
        Gil gil = Gil.get();
        long released = gil.letGo();
        try {
            make(self, config);
        } finally {
            gil.takeBack(released);
        }
    }

    private void make(InterpreterSeam self, Object config) {
        selfTest.passOnce(self);
        String executable = new PemjaConfig(config).executable();
        long begun = System.nanoTime();
        BoundInterpreter bound =
                startup.around(self.getClass(), executable, () -> bind(self, config));
        self.bridge$attach(bound);
        open.add(bound);
        if (options.jmx()) {
            ManagerBeans.register(bound.manager());
        }
        if (Flight.isRecording()) {
            Flight.primaryMade(bound.manager().name(), System.nanoTime() - begun);
        }
    }

    private BoundInterpreter bind(InterpreterSeam self, Object config) {
        PemjaConfig wanted = new PemjaConfig(config);
        boolean isolated = wanted.subInterpreter();
        NativeInterpreter present = ThreadInterpreters.sharedHere();
        boolean guest = Gil.get().knowsThread();
        if (isolated || present == null) {
            self.bridge$initialize(config);
            Gil.open(jarPath);
        }
        NativeInterpreter primary = primary(self, isolated, present, guest);
        try {
            return new Binding(primary, options, listener).make(wanted, present == primary);
        } catch (Throwable failure) {
            primary.release();
            throw failure;
        }
    }

    private static NativeInterpreter primary(
            InterpreterSeam self, boolean isolated, NativeInterpreter present, boolean guest) {
        if (isolated) {
            SharedObjects.watch();
            return NativeInterpreter.isolated(self);
        }
        return present == null ? NativeInterpreter.adopt(self, guest) : present.share();
    }

    /** As the close of the interpreter that a manager was made for; harmless when it is closed. */
    public static void close(PythonInterpreterManager<?> manager) {
        for (BoundInterpreter bound : get().open) {
            if (bound.manager() == manager) {
                get().close(bound);
            }
        }
    }

    /** Closes from any thread; the native state of the primary stays with its owner (R16). */
    void close(BoundInterpreter bound) {
        PythonInterpreterManager<?> manager = bound.manager();
        boolean wasClosed = manager.isClosed();
        if (wasClosed && !manager.isOwner()) {
            return;
        }
        Gil gil = Gil.get();
        long released = gil.letGo();
        try {
            if (manager.isOwner()) {
                manager.close();
            } else {
                manager.abandon();
            }
        } finally {
            if (!wasClosed && manager.isClosed()) {
                open.remove(bound);
                ManagerBeans.unregister(manager);
                reportClosed(bound);
            }
            gil.takeBack(released);
        }
    }

    /**
     * Serves a handle that was made outside any operation: the thread's own manager, or the newest.
     */
    BoundInterpreter anyOpen() {
        BoundInterpreter newest = null;
        for (BoundInterpreter candidate : open) {
            if (candidate.isolated()) {
                continue;
            }
            if (candidate.manager().isOwner()) {
                return candidate;
            }
            newest = candidate;
        }
        if (newest == null) {
            throw new InterpreterNotStartedException();
        }
        return newest;
    }

    /** Those that are open, the oldest first. */
    List<PythonInterpreterManager<?>> managers() {
        return open.stream().map(BoundInterpreter::manager).collect(Collectors.toList());
    }

    private void reportOpen() {
        open.forEach(this::reportClosed);
    }

    private void reportClosed(BoundInterpreter bound) {
        report.closed(bound.manager(), bound.handles().liveAtClose());
    }
}
