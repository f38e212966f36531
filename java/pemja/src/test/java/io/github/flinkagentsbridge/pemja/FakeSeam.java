package io.github.flinkagentsbridge.pemja;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A native interpreter that only notes what was asked of it, in order. */
class FakeSeam implements InterpreterSeam {

    final List<String> asked = new ArrayList<>();
    private BoundInterpreter bound;

    @Override
    public BoundInterpreter bridge$attachment() {
        return bound;
    }

    @Override
    public void bridge$attach(BoundInterpreter attached) {
        bound = attached;
    }

    @Override
    public InterpreterSeam bridge$secondary() {
        return new FakeSeam();
    }

    @Override
    public void bridge$initialize(Object config) {
        asked.add("initialize");
    }

    @Override
    public void bridge$start(int executionType) {
        asked.add("start " + executionType);
    }

    @Override
    public long bridge$threadState() {
        return 1;
    }

    @Override
    public void bridge$set(String name, Object value) {
        asked.add("set " + name);
    }

    @Override
    public Object bridge$get(String name, Class<?> type) {
        asked.add("get " + name);
        return name;
    }

    @Override
    public Object bridge$invoke(String name, Object[] arguments) {
        asked.add(name);
        return name;
    }

    /** Runs the first argument of a handle's method, as a method that calls Java back does. */
    @Override
    public Object bridge$invoke(String name, Object[] arguments, Map<String, Object> keywords) {
        asked.add(name);
        if (name.endsWith(".call_method")) {
            ((Runnable) arguments[2]).run();
        }
        return name;
    }

    @Override
    public void bridge$exec(String source) {
        asked.add("exec");
    }

    @Override
    public void bridge$close() {
        asked.add("close");
    }
}
