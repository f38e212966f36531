package probe;

import pemja.core.PythonInterpreter;
import pemja.core.PythonInterpreterConfig;

import java.util.concurrent.Callable;

/** More of what runs with the interpreter's lock held. */
public final class Holders {
    private Holders() {}

    /** Makes and closes an interpreter when it is shown as text. */
    public static final class Making {
        private final PythonInterpreterConfig config;

        public Making(String python) {
            config = PythonInterpreterConfig.newBuilder().setPythonExec(python).build();
        }

        @Override
        public String toString() {
            try (PythonInterpreter made = new PythonInterpreter(config)) {
                made.exec("import threading");
                return String.valueOf(made.invoke("threading.get_ident"));
            }
        }
    }

    /** Lives with the error that its call back ends in. */
    public static final class Failing {
        private final Answers answers;

        public Failing(Answers answers) {
            this.answers = answers;
        }

        @Override
        public String toString() {
            try {
                return String.valueOf(answers.ask("thread_probes.fail"));
            } catch (Exception failure) {
                return failure.getMessage();
            }
        }
    }

    /** Makes a sub-interpreter on the thread that runs the task. */
    public static Callable<PythonInterpreter> makingSubInterpreter(String python) {
        return () ->
                new PythonInterpreter(
                        PythonInterpreterConfig.newBuilder()
                                .setPythonExec(python)
                                .setExcType(PythonInterpreterConfig.ExecType.SUB_INTERPRETER)
                                .build());
    }
}
