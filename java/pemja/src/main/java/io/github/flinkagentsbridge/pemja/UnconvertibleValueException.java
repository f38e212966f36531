package io.github.flinkagentsbridge.pemja;

import io.github.flinkagentsbridge.routing.BridgeException;

/** A Java value that Pemja would lose on its way to Python, or end the JVM over (V9, V2 to V4). */
public final class UnconvertibleValueException extends BridgeException {

    private static final long serialVersionUID = 1L;

    private final String kind;
    private final String path;

    UnconvertibleValueException(Object value, String remedy) {
        this(value.getClass().getTypeName(), "", remedy);
    }

    private UnconvertibleValueException(String kind, String path, String remedy) {
        super(
                "Handing a " + kind + (path.isEmpty() ? "" : " at $" + path) + " to Python",
                Thread.currentThread().getName(),
                "none",
                "it has no Python form",
                remedy);
        this.kind = kind;
        this.path = path;
    }

    /** The same, told of by a container that has it there: an index or key in brackets. */
    UnconvertibleValueException inside(String step) {
        return new UnconvertibleValueException(kind, step + path, remedy());
    }

    static UnconvertibleValueException endless(Object value) {
        return new UnconvertibleValueException(
                value,
                "It holds itself, or has over "
                        + Containers.MOST_IN_ONE_ANOTHER
                        + " containers in one another: hand over a copy without that.");
    }
}
