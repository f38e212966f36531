package io.github.flinkagentsbridge.agents;

import io.github.flinkagentsbridge.pemja.BridgeOptions;
import io.github.flinkagentsbridge.pemja.HandleDispatch;
import io.github.flinkagentsbridge.pemja.HandleRecord;
import io.github.flinkagentsbridge.pemja.HandleSeam;
import io.github.flinkagentsbridge.pemja.PemjaRuntime;

/** A Python object as Java holds it: made here, or restored from serialised form. */
final class FakeHandle implements HandleSeam {

    private HandleRecord record;

    private FakeHandle() {}

    /** As a constructor of Pemja's leaves it. */
    static FakeHandle made() {
        PemjaRuntime.start(BridgeOptions.parse(""), "agent.jar", (m, n, a) -> {});
        FakeHandle handle = new FakeHandle();
        HandleDispatch.born(handle);
        return handle;
    }

    /** As a serialiser leaves it, which calls no constructor. */
    static FakeHandle restored() {
        return new FakeHandle();
    }

    @Override
    public HandleRecord bridge$record() {
        return record;
    }

    @Override
    public void bridge$attach(HandleRecord attached) {
        record = attached;
    }

    @Override
    public long bridge$pointer() {
        return 1;
    }

    @Override
    public HandleSeam bridge$bare() {
        return new FakeHandle();
    }

    @Override
    public void bridge$decRef(long threadState, long pointer) {
        throw new AssertionError("a search must not touch Python");
    }

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
}
