package io.github.flinkagentsbridge.telemetry;

import io.github.flinkagentsbridge.routing.InterpreterFactory;
import io.github.flinkagentsbridge.routing.ManagerOptions;
import io.github.flinkagentsbridge.routing.PythonInterpreterManager;

/** Managers of interpreters that are texts. */
final class Managers {

    private Managers() {}

    static PythonInterpreterManager<String> named(String name) {
        ManagerOptions options =
                ManagerOptions.builder().name(name).listener(Flight.listener()).build();
        return new PythonInterpreterManager<>(options, new Texts(), "primary");
    }

    private static final class Texts implements InterpreterFactory<String> {
        @Override
        public String create() {
            return "secondary";
        }

        @Override
        public void prepare(String interpreter) {}

        @Override
        public void close(String interpreter) {}
    }
}
