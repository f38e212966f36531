package io.github.flinkagentsbridge.agents;

import io.github.flinkagentsbridge.routing.InterpreterFactory;
import io.github.flinkagentsbridge.routing.ManagerOptions;
import io.github.flinkagentsbridge.routing.PythonInterpreterManager;

/** Managers whose interpreters are texts. */
final class Managers {

    private Managers() {}

    static PythonInterpreterManager<Object> named(String name) {
        ManagerOptions options = ManagerOptions.builder().name(name).laneLimit(3).build();
        return new PythonInterpreterManager<>(options, new Texts(), "primary");
    }

    private static final class Texts implements InterpreterFactory<Object> {
        @Override
        public Object create() {
            return "secondary";
        }

        @Override
        public void prepare(Object interpreter) {}

        @Override
        public void close(Object interpreter) {}
    }
}
