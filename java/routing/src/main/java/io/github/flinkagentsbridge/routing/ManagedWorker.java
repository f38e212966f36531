package io.github.flinkagentsbridge.routing;

/**
 * A thread of {@link AsyncExecutorThreadFactory}: uses its own interpreter inline (R3) while it
 * runs its task loop, and is a stranger after its exit clean-up (R18).
 */
final class ManagedWorker<I> extends BridgeThread<I> {
    private final WorkerRegistry<I> registry;

    ManagedWorker(
            Runnable task,
            String name,
            Object home,
            InterpreterSlot<I> slot,
            Failures failures,
            WorkerRegistry<I> registry) {
        super(null, task, name, 0, true, home, slot, failures);
        this.registry = registry;
    }

    /** Registered before it runs, so that close does not overlook a thread that is starting. */
    @Override
    public void start() {
        registry.addOrRefuse(this);
        boolean started = false;
        try {
            super.start();
            started = true;
        } finally {
            if (!started) {
                registry.remove(this);
            }
        }
    }

    @Override
    boolean isBetweenOperations() {
        return slot().accepts() && !slot().isInside();
    }

    @Override
    public void run() {
        if (Thread.currentThread() != this) {
            throw new WrongThreadException(
                    "Running the task of thread '" + getName() + "'",
                    ThreadText.label(Thread.currentThread()),
                    getName(),
                    getState().name(),
                    "Call start(); the thread must run its task itself.");
        }
        // The JDK's own executors may start a thread without coming through start().
        registry.add(this);
        noteNativeId();
        slot().counters().workerCalls.begin(slot());
        try {
            super.run();
        } finally {
            endInterpreter();
            slot().counters().workerCalls.end(slot());
        }
    }
}
