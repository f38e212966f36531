package io.github.flinkagentsbridge.pemja;

import java.util.Map;

/** Stands for a native interpreter in the self-test: only notes which thread reached it. */
final class ProbeSeam implements InterpreterSeam {

    private volatile Thread reachedBy;

    Thread reachedBy() {
        return reachedBy;
    }

    @Override
    public Object bridge$invoke(String name, Object[] arguments, Map<String, Object> keywords) {
        reachedBy = Thread.currentThread();
        return null;
    }

    @Override
    public Object bridge$invoke(String name, Object[] arguments) {
        return bridge$invoke(name, arguments, null);
    }

    @Override
    public BoundInterpreter bridge$attachment() {
        return null;
    }

    @Override
    public void bridge$attach(BoundInterpreter bound) {}

    @Override
    public InterpreterSeam bridge$secondary() {
        return this;
    }

    @Override
    public void bridge$initialize(Object config) {}

    @Override
    public void bridge$start(int executionType) {}

    @Override
    public long bridge$threadState() {
        return 0;
    }

    @Override
    public void bridge$set(String name, Object value) {}

    @Override
    public Object bridge$get(String name, Class<?> type) {
        return null;
    }

    @Override
    public void bridge$exec(String source) {}

    @Override
    public void bridge$close() {}
}
