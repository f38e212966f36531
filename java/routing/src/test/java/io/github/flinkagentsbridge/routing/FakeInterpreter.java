package io.github.flinkagentsbridge.routing;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;

/** Stands for an interpreter: knows its thread, and tells when two threads are inside at once. */
final class FakeInterpreter {
    final int number;
    final Thread maker = Thread.currentThread();

    /** Threads that closed it, one for each time. */
    final List<Thread> closers = new ArrayList<>();

    volatile boolean prepared;

    private final Queue<String> violations;
    private final AtomicReference<Thread> inside = new AtomicReference<>();

    FakeInterpreter(int number, Queue<String> violations) {
        this.number = number;
        this.violations = violations;
    }

    /** Runs the body as Python code would be run: by the interpreter's own thread, alone. */
    <T> T use(Callable<T> body) throws Exception {
        Thread current = Thread.currentThread();
        if (current != maker) {
            violations.add(this + " used on " + current.getName());
        }
        Thread before = inside.getAndSet(current);
        if (before != null && before != current) {
            violations.add(this + " used by " + current.getName() + " and " + before.getName());
        }
        if (!closers.isEmpty()) {
            violations.add(this + " used after it was closed");
        }
        if (!prepared) {
            violations.add(this + " used before it was prepared");
        }
        try {
            return body.call();
        } finally {
            inside.set(before);
        }
    }

    /** The shortest use: the thread that ran it. */
    Thread thread() throws Exception {
        return use(Thread::currentThread);
    }

    void close() {
        if (inside.get() != null) {
            violations.add(this + " closed while in use");
        }
        closers.add(Thread.currentThread());
    }

    @Override
    public String toString() {
        return "interpreter " + number + " of " + maker.getName();
    }
}
