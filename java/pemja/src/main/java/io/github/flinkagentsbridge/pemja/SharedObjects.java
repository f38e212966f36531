package io.github.flinkagentsbridge.pemja;

/**
 * Keeps Python objects inside of their sub-interpreter, and all others out of it. Asks nothing
 * before the first sub-interpreter of the JVM.
 *
 * <p>Threads: any; {@link #needed} goes from false to true once.
 */
final class SharedObjects {

    private static volatile boolean needed;

    private SharedObjects() {}

    /** There is a sub-interpreter from now on. */
    static void watch() {
        needed = true;
    }

    /**
     * Looks through the arguments of a call, at any depth of collections, maps and arrays.
     *
     * @param arguments may be null
     * @throws SubInterpreterException if a handle among them belongs to another interpreter, and
     *     one of the two is a sub-interpreter
     */
    static void check(BoundInterpreter target, Object arguments) {
        if (needed && arguments != null) {
            Containers.visit(
                    arguments,
                    HandleSeam.class::isInstance,
                    handle -> check(target, ((HandleSeam) handle).bridge$record()));
        }
    }

    private static void check(BoundInterpreter target, HandleRecord record) {
        BoundInterpreter maker = record == null ? target : record.registry().owner();
        boolean makerIsolated = maker != null && maker.isolated();
        if (maker != target && (makerIsolated || target.isolated())) {
            BoundInterpreter sub = makerIsolated ? maker : target;
            throw SubInterpreterException.foreignObject(sub.manager().owner().getName());
        }
    }
}
