package io.github.flinkagentsbridge.pemja;

import io.github.flinkagentsbridge.routing.PythonInterpreterManager;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

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

    /** Open interpreters, oldest first. */
    private final List<BoundInterpreter> open = new CopyOnWriteArrayList<>();

    private PemjaRuntime(BridgeOptions options, String jarPath, InvocationListener listener) {
        this.options = options;
        this.jarPath = jarPath;
        this.listener = listener;
        this.report = new EventReport(options.report());
        this.unownedHandles = new HandleRegistry(options.handlePlaces(), options.handleGc());
    }

    /**
     * Starts the bridge of this JVM; once, before any interpreter is made.
     *
     * @param jarPath the agent jar, which carries the Python side
     */
    public static void start(BridgeOptions options, String jarPath, InvocationListener listener) {
        EmbeddedPackage.configure(jarPath, options.memoryContract());
        PemjaRuntime runtime = new PemjaRuntime(options, jarPath, listener);
        instance = runtime;
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
        Gil gil = Gil.get();
        long released = gil.letGo();
        try {
            make(self, config);
        } finally {
            gil.takeBack(released);
        }
    }

    private void make(InterpreterSeam self, Object config) {
        if (selfTest.passOnce(self)) {
            report.live(self.getClass());
        }
        BoundInterpreter bound = bind(self, config);
        self.bridge$attach(bound);
        open.add(bound);
    }

    private BoundInterpreter bind(InterpreterSeam self, Object config) {
        PemjaConfig wanted = new PemjaConfig(config);
        boolean isolated = wanted.subInterpreter();
        NativeInterpreter present = NativeInterpreter.current();
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
            return NativeInterpreter.isolated(self);
        }
        return present == null ? NativeInterpreter.adopt(self, guest) : present.share();
    }

    /** Closes from any thread; the native state of the primary stays with its owner (R16). */
    void close(BoundInterpreter bound) {
        PythonInterpreterManager<?> manager = bound.manager();
        if (manager.isClosed()) {
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
            if (manager.isClosed()) {
                open.remove(bound);
                report.closed(manager);
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

    private void reportOpen() {
        open.forEach(bound -> report.closed(bound.manager()));
    }
}
