package io.github.flinkagentsbridge.pemja;

import io.github.flinkagentsbridge.routing.BridgeException;

/** A Java value that Pemja would lose on its way to Python, or end the JVM over (V9, V2 to V4). */
public final class UnconvertibleValueException extends BridgeException {

    private static final long serialVersionUID = 1L;

    UnconvertibleValueException(Object value, String remedy) {
        super(
                "Handing a " + value.getClass().getTypeName() + " to Python",
                Thread.currentThread().getName(),
                "none",
                "it has no Python form",
                remedy);
    }

    static UnconvertibleValueException endless(Object value) {
        return new UnconvertibleValueException(
                value,
                "It holds itself, or has over "
                        + Containers.MOST_IN_ONE_ANOTHER
                        + " containers in one another: hand over a copy without that.");
    }
}
