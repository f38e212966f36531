package io.github.flinkagentsbridge.pemja;

import java.util.List;

/** A Python object as Java holds it; its class notes which references were given back. */
final class FakeHandle implements HandleSeam {

    private final long pointer;
    private final List<Long> givenBack;
    private HandleRecord record;

    private FakeHandle(long pointer, List<Long> givenBack) {
        this.pointer = pointer;
        this.givenBack = givenBack;
    }

    /** As Pemja makes one while an operation runs on the calling thread. */
    static FakeHandle made(long pointer, List<Long> givenBack) {
        FakeHandle handle = restored(pointer, givenBack);
        HandleDispatch.born(handle);
        return handle;
    }

    /** As a serialiser makes one, which calls no constructor. */
    static FakeHandle restored(long pointer, List<Long> givenBack) {
        return new FakeHandle(pointer, givenBack);
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
    public long bridge$threadState() {
        return 0;
    }

    @Override
    public long bridge$pointer() {
        return pointer;
    }

    @Override
    public HandleSeam bridge$bare() {
        return new FakeHandle(0, givenBack);
    }

    @Override
    public void bridge$decRef(long threadState, long released) {
        givenBack.add(released);
    }
}
