package io.github.flinkagentsbridge.pemja;

import io.github.flinkagentsbridge.routing.ManagerOptions;
import io.github.flinkagentsbridge.routing.PythonInterpreterManager;
import io.github.flinkagentsbridge.telemetry.Flight;

/** Puts names and a manager round a primary interpreter, on the thread that owns it. */
final class Binding {

    private final NativeInterpreter primary;
    private final BridgeOptions options;
    private final InvocationListener listener;

    private PythonInterpreterManager<NativeInterpreter> manager;

    Binding(NativeInterpreter primary, BridgeOptions options, InvocationListener listener) {
        this.primary = primary;
        this.options = options;
        this.listener = listener;
    }

    /**
     * @param shared whether another manager made the interpreter before, on the same thread (T9)
     */
    BoundInterpreter make(PemjaConfig config, boolean shared) {
        Names names = names(config, shared);
        HandleRegistry handles = new HandleRegistry(options.handlePlaces(), options.handleGc());
        PemjaInterpreters interpreters = new PemjaInterpreters(primary, names, handles);
        manager = new PythonInterpreterManager<>(managerOptions(), interpreters, primary);
        return new BoundInterpreter(manager, names, handles, primary, options.timeInline());
    }

    private Names names(PemjaConfig config, boolean shared) {
        primary.prepare();
        return shared
                ? SharedNames.beside(
                        primary, config.searchPaths(), options.guardsCalls(), this::invokedFirst)
                : SharedNames.of(
                        primary, config.searchPaths(), options.guardsCalls(), this::invokedFirst);
    }

    private void invokedFirst(String name, Object[] arguments) {
        listener.firstInvocation(manager, name, arguments);
    }

    /** Until the plan tells its own, the limit is Flink Agents' default: twice the processors. */
    private ManagerOptions managerOptions() {
        int usual = 2 * Runtime.getRuntime().availableProcessors();
        ManagerOptions.Builder chosen =
                ManagerOptions.builder()
                        .name(Thread.currentThread().getName())
                        .laneLimit(options.lanes() > 0 ? options.lanes() : usual)
                        .laneQueueLimit(options.laneQueue())
                        .laneStackBytes(options.laneStackBytes())
                        .warnAfter(options.warnAfter())
                        .joinTimeout(options.joinTimeout())
                        .closeDeadline(options.closeDeadline())
                        .listener(Flight.listener())
                        .pythonFrames(primary.isIsolated() ? null : new PemjaFrames(primary));
        MdcContext mdc =
                MdcContext.find(
                        ClassLoader.getSystemClassLoader(),
                        Thread.currentThread().getContextClassLoader());
        if (mdc != null) {
            chosen.callContext(mdc);
        }
        return chosen.build();
    }
}
