package io.github.flinkagentsbridge.pemja;

import java.lang.invoke.MethodHandleProxies;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/** The way through the JDK's own foreign functions, final from JDK 22 on. */
final class ForeignDoor implements GilDoor {

    private final LongSupplier current;
    private final LongSupplier own;
    private final LongSupplier letGo;
    private final LongConsumer takeBack;

    /**
     * @throws ReflectiveOperationException if this JDK has no foreign functions, denies them, or
     *     finds no CPython that shares its functions
     */
    ForeignDoor() throws ReflectiveOperationException {
        ForeignLinker linker = new ForeignLinker();
        current = supplier(linker, "_PyThreadState_UncheckedGet");
        own = supplier(linker, "PyGILState_GetThisThreadState");
        letGo = supplier(linker, "PyEval_SaveThread");
        takeBack =
                MethodHandleProxies.asInterfaceInstance(
                        LongConsumer.class, linker.consumer("PyEval_RestoreThread"));
    }

    private static LongSupplier supplier(ForeignLinker linker, String name)
            throws ReflectiveOperationException {
        return MethodHandleProxies.asInterfaceInstance(LongSupplier.class, linker.supplier(name));
    }

    @Override
    public long current() {
        return current.getAsLong();
    }

    @Override
    public long own() {
        return own.getAsLong();
    }

    @Override
    public long letGo() {
        return letGo.getAsLong();
    }

    @Override
    public void takeBack(long threadState) {
        takeBack.accept(threadState);
    }
}
