package io.github.flinkagentsbridge.routing;

import java.util.List;

/** A wait as the watch and its graph see it. */
class Waiter implements Wait {
    private final Thread thread;
    private final int reluctance;
    private final List<Thread> awaited;

    /** Why it was ended. */
    volatile String cycle;

    Waiter(Thread thread, int reluctance, List<Thread> awaited) {
        this.thread = thread;
        this.reluctance = reluctance;
        this.awaited = awaited;
    }

    @Override
    public Thread thread() {
        return thread;
    }

    @Override
    public boolean isOver() {
        return false;
    }

    @Override
    public List<Thread> awaited() {
        return awaited;
    }

    @Override
    public String sentence() {
        return (thread == Thread.currentThread() ? "main" : thread.getName()) + " waits";
    }

    @Override
    public void speak() {}

    @Override
    public int reluctance() {
        return reluctance;
    }

    @Override
    public void end(String proof) {
        cycle = proof;
    }

    @Override
    public PythonFrames frames() {
        return null;
    }
}
