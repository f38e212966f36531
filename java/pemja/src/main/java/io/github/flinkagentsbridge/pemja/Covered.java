package io.github.flinkagentsbridge.pemja;

/**
 * An interpreter from whose operation, or from whose rest, one on another interpreter of the same
 * thread began. What runs on the one never runs on the other, which tells that operation from those
 * nested in it.
 *
 * <p>Threads: confined to that of the interpreters.
 */
final class Covered {

    private final NativeInterpreter interpreter;
    private final BoundInterpreter runningHere;
    private final Covered before;

    /**
     * @param interpreter what is covered; null if the thread was in none
     * @param runningHere whose operation ran on the covering one, further down
     * @param before what that one had covered before
     */
    Covered(NativeInterpreter interpreter, BoundInterpreter runningHere, Covered before) {
        this.interpreter = interpreter;
        this.runningHere = runningHere;
        this.before = before;
    }

    NativeInterpreter interpreter() {
        return interpreter;
    }

    BoundInterpreter runningHere() {
        return runningHere;
    }

    Covered before() {
        return before;
    }

    /** Whose operation waits on the covered one; null if none. */
    BoundInterpreter runningThere() {
        return interpreter == null ? null : interpreter.running();
    }
}
