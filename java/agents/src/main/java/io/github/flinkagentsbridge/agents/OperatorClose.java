package io.github.flinkagentsbridge.agents;

import io.github.flinkagentsbridge.pemja.InterpreterSeam;
import io.github.flinkagentsbridge.pemja.PemjaDispatch;
import io.github.flinkagentsbridge.pemja.PemjaRuntime;
import io.github.flinkagentsbridge.routing.CloseTimeoutException;
import io.github.flinkagentsbridge.routing.InterpreterLeakedException;
import io.github.flinkagentsbridge.routing.PythonInterpreterManager;

/** The Python side of an operator's close (R12). */
public final class OperatorClose {

    private static final System.Logger LOG = System.getLogger(OperatorClose.class.getName());

    private OperatorClose() {}

    /**
     * Stands for {@code interpreter.close()} in the operator. What has been left behind when its
     * time was over is told in the log: thrown, it would be fatal for the whole TaskManager, since
     * Flink takes a failure of a cancelled task's clean-up for a damaged process.
     */
    public static void closeInterpreter(Object interpreter) throws Exception {
        if (!(interpreter instanceof InterpreterSeam)) {
            ((AutoCloseable) interpreter).close();
            return;
        }
        try {
            PemjaDispatch.close((InterpreterSeam) interpreter, CloseBudget.left());
        } catch (CloseTimeoutException | InterpreterLeakedException left) {
            LOG.log(
                    System.Logger.Level.ERROR,
                    "The operator of thread '"
                            + Thread.currentThread().getName()
                            + "' has closed without its threads",
                    left);
        }
    }

    /**
     * Stands round the operator's close. The release stops at the first failure, be it of a
     * resource or of the action executor: the interpreter, its lanes and its workers would stay for
     * ever, some more with each restart (R17). What fails is thrown when they are closed.
     */
    public static void close(Object operator, Runnable body) {
        PythonInterpreterManager<?> manager = OperatorScope.forget(operator);
        CloseBudget.spend(
                () -> {
                    try {
                        body.run();
                    } catch (Throwable failure) {
                        closeLeftOpen(manager, failure);
                        throw failure;
                    }
                });
    }

    private static void closeLeftOpen(PythonInterpreterManager<?> manager, Throwable failure) {
        if (manager == null) {
            return;
        }
        try {
            manager.closeWithin(CloseBudget.left());
            PemjaRuntime.close(manager);
        } catch (Throwable second) {
            if (second != failure) {
                failure.addSuppressed(second);
            }
        }
    }
}
