package io.github.flinkagentsbridge.pemja;

import io.github.flinkagentsbridge.routing.BridgeException;

/**
 * A Python call from Java code that Python entered with its interpreter lock held, in a JVM where
 * the lock cannot be let go of (T5). The cause says why not.
 */
public final class GilHeldException extends BridgeException {

    private static final long serialVersionUID = 1L;

    static final String REMEDY =
            "Run JDK 22 or newer with --enable-native-access=ALL-UNNAMED, or give an older one a"
                    + " temporary folder that allows executable files (-Djna.tmpdir=FOLDER); or"
                    + " have Python enter the Java code through a method of another name.";

    GilHeldException(String entry, Throwable reason) {
        super(
                "A Python call",
                Thread.currentThread().getName(),
                "Python code that entered Java through " + entry,
                "the interpreter lock is held and cannot be let go of",
                REMEDY,
                reason);
    }
}
