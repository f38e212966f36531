package io.github.flinkagentsbridge.pemja;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;

/** Finds a way to CPython's functions: the JDK's own from 22 on, JNA before. */
final class GilDoors {

    private static final int FOREIGN_FUNCTIONS = 22;
    private static final String JNA_DOOR = "io.github.flinkagentsbridge.jna.JnaDoor";

    private GilDoors() {}

    /**
     * @throws LinkageError if JNA cannot load its native side or finds no CPython
     */
    static GilDoor find(String jarPath) throws IOException, ReflectiveOperationException {
        if (hasForeignFunctions()) {
            return new ForeignDoor();
        }
        try {
            return (GilDoor)
                    Class.forName(JNA_DOOR, true, new JnaLoader(jarPath))
                            .getConstructor()
                            .newInstance();
        } catch (InvocationTargetException wrapped) {
            if (wrapped.getCause() instanceof LinkageError) {
                throw (LinkageError) wrapped.getCause();
            }
            throw wrapped;
        }
    }

    static boolean hasForeignFunctions() {
        return Runtime.version().feature() >= FOREIGN_FUNCTIONS;
    }
}
