package io.github.flinkagentsbridge.pemja;

import io.github.flinkagentsbridge.routing.BridgeException;

import java.lang.reflect.InvocationTargetException;

/** Reads Pemja's {@code PythonInterpreterConfig} without linking to the loader it came from. */
final class PemjaConfig {

    private final Object config;

    PemjaConfig(Object config) {
        this.config = config;
    }

    boolean subInterpreter() {
        return ((Enum<?>) get("getExecType")).name().equals("SUB_INTERPRETER");
    }

    String[] searchPaths() {
        String[] paths = (String[]) get("getPaths");
        return paths == null ? new String[0] : paths;
    }

    /** The Python that Pemja asks where its native side is; null for none. */
    String executable() {
        return (String) get("getPythonExec");
    }

    private Object get(String getter) {
        try {
            return config.getClass().getMethod(getter).invoke(config);
        } catch (NoSuchMethodException | IllegalAccessException | InvocationTargetException gap) {
            throw new BridgeException(
                    "Reading " + getter + " of " + config.getClass().getName(),
                    Thread.currentThread().getName(),
                    "none",
                    "being made",
                    "Use a Pemja release that 'flink-agents-bridge doctor' accepts.",
                    gap);
        }
    }
}
