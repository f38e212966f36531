package io.github.flinkagentsbridge.routing;

import java.util.List;
import java.util.function.Supplier;

/**
 * An operation with what goes with it from the caller's thread into the lane: the context class
 * loader and the manager's {@link CallContext}s (B12). All of it is taken off the lane again.
 */
final class LaneWork<I> {
    private final InterpreterOperation<? super I, ?, ?> operation;
    private final List<CallContext> contexts;
    private final ClassLoader loader;
    private final Object[] carried;

    /**
     * By the caller.
     *
     * @param substitute for a caller without a context class loader, as CPython's threads are (T4)
     */
    LaneWork(
            InterpreterOperation<? super I, ?, ?> operation,
            List<CallContext> contexts,
            ClassLoader substitute) {
        this.operation = operation;
        this.contexts = contexts;
        ClassLoader own = Thread.currentThread().getContextClassLoader();
        this.loader = own != null ? own : substitute;
        this.carried = new Object[contexts.size()];
        for (int i = 0; i < carried.length; i++) {
            carried[i] = contexts.get(i).capture();
        }
    }

    /** By the lane. */
    Object run(InterpreterSlot<I> slot) throws Throwable {
        Thread lane = Thread.currentThread();
        ClassLoader before = lane.getContextClassLoader();
        lane.setContextClassLoader(loader);
        try {
            return runInContext(slot, 0);
        } finally {
            // The operation may have set another; that goes with it too.
            lane.setContextClassLoader(before);
        }
    }

    private Object runInContext(InterpreterSlot<I> slot, int next) throws Throwable {
        if (next == carried.length) {
            return slot.run(operation);
        }
        Object before = contexts.get(next).install(carried[next]);
        try {
            return runInContext(slot, next + 1);
        } finally {
            contexts.get(next).install(before);
        }
    }

    /** What runs, in a few words. */
    String text() {
        return asked(operation::description);
    }

    /** What is called, for recordings. */
    String call() {
        return asked(operation::call);
    }

    /** Foreign code, which must not harm who asks. */
    private static String asked(Supplier<String> question) {
        try {
            String answer = question.get();
            return answer == null ? "an operation" : answer;
        } catch (Throwable broken) {
            return "an operation";
        }
    }
}
