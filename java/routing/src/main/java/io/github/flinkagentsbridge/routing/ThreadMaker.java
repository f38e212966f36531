package io.github.flinkagentsbridge.routing;

import java.util.function.Supplier;

/** Makes the threads of one manager, each with a place for its interpreter; made by the owner. */
final class ThreadMaker<I> {
    private final PythonInterpreterManager<I> home;
    private final ManagerOptions options;
    private final Supplier<InterpreterSlot<I>> slots;
    private final Failures failures;
    private final Admission admission;
    private final Refusals refusals;
    private final ThreadGroup ownerGroup = Thread.currentThread().getThreadGroup();
    private final ClassLoader ownersLoader = Thread.currentThread().getContextClassLoader();

    ThreadMaker(
            PythonInterpreterManager<I> home,
            ManagerOptions options,
            Supplier<InterpreterSlot<I>> slots,
            Failures failures,
            Admission admission,
            Refusals refusals) {
        this.home = home;
        this.options = options;
        this.slots = slots;
        this.failures = failures;
        this.admission = admission;
        this.refusals = refusals;
    }

    Lane<I> lane() {
        Lane<I> lane =
                new Lane<>(ownerGroup, home, slots.get(), failures, admission, options, refusals);
        // Not that of the source thread that happens to come first.
        lane.setContextClassLoader(ownersLoader);
        return lane;
    }

    ManagedWorker<I> worker(Runnable task, int number, WorkerRegistry<I> registry) {
        String name = options.workerName(number);
        return new ManagedWorker<>(task, name, home, slots.get(), failures, registry);
    }
}
