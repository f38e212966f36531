package io.github.flinkagentsbridge.agents;

import io.github.flinkagentsbridge.pemja.BoundInterpreter;
import io.github.flinkagentsbridge.pemja.HandleSeam;

/** A Python object as Java holds it: made here, or restored from serialised form. */
final class FakeHandle implements HandleSeam {

    private boolean born;

    FakeHandle(boolean born) {
        this.born = born;
    }

    @Override
    public boolean bridge$isBorn() {
        return born;
    }

    @Override
    public void bridge$setBorn() {
        born = true;
    }

    @Override
    public BoundInterpreter bridge$attachment() {
        return null;
    }

    @Override
    public void bridge$attach(BoundInterpreter bound) {}

    @Override
    public long bridge$threadState() {
        return 0;
    }

    @Override
    public Object bridge$getAttr(String name, Class<?> type) {
        throw new AssertionError("a search must not touch Python");
    }

    @Override
    public void bridge$setAttr(String name, Object value) {
        throw new AssertionError("a search must not touch Python");
    }

    @Override
    public Object bridge$invokeMethod(String name, Object[] arguments) {
        throw new AssertionError("a search must not touch Python");
    }

    @Override
    public void bridge$close() {
        throw new AssertionError("a search must not touch Python");
    }
}
