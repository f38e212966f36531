package io.github.flinkagentsbridge.sites;

import io.github.flinkagentsbridge.pemja.BoundInterpreter;
import io.github.flinkagentsbridge.pemja.InterpreterSeam;
import io.github.flinkagentsbridge.pemja.PemjaDispatch;

import pemja.core.PythonInterpreter;

import java.util.Map;

/** Stands beside an interpreter of an unwoven Pemja; what the weaver would have added to it. */
public final class SiteInterpreter implements InterpreterSeam {

    private final PythonInterpreter raw;
    private volatile BoundInterpreter bound;

    SiteInterpreter(PythonInterpreter raw) {
        this.raw = raw;
    }

    /** Routed, as the woven method of this name would be; for the self-test. */
    public Object invoke(String name, Object[] arguments) {
        return PemjaDispatch.invoke(this, name, arguments);
    }

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
        return new SiteInterpreter(RawPemja.withoutState());
    }

    @Override
    public void bridge$initialize(Object config) {
        RawPemja.initialize(raw, config);
    }

    @Override
    public void bridge$start(int executionType) {
        RawPemja.start(raw, executionType);
    }

    @Override
    public long bridge$threadState() {
        return RawPemja.threadState(raw);
    }

    @Override
    public void bridge$set(String name, Object value) {
        raw.set(name, value);
    }

    @Override
    public Object bridge$get(String name, Class<?> type) {
        return SiteHandles.noted(raw.get(name, type));
    }

    @Override
    public Object bridge$invoke(String name, Object[] arguments) {
        return SiteHandles.noted(raw.invoke(name, arguments));
    }

    @Override
    public Object bridge$invoke(String name, Object[] arguments, Map<String, Object> keywords) {
        return SiteHandles.noted(raw.invoke(name, arguments, keywords));
    }

    @Override
    public void bridge$exec(String source) {
        raw.exec(source);
    }

    @Override
    public void bridge$close() {
        raw.close();
    }
}
