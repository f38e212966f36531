package flinkagentsbridge.bench;

/** One way from many Java threads into Python. */
interface Door extends AutoCloseable {

    /** Calls a function of the module {@code work} with one argument. */
    Object call(String function, Object argument) throws Exception;

    /** A thread that is to make calls. */
    default Thread thread(Runnable task) {
        return new Thread(task);
    }

    /** On each calling thread, after its last call. */
    default void leave() {}

    @Override
    void close() throws Exception;
}
