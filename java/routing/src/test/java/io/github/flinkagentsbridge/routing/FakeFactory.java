package io.github.flinkagentsbridge.routing;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;

/** Makes fakes and keeps them all. Hooks run in the middle of each step, and may throw. */
final class FakeFactory implements InterpreterFactory<FakeInterpreter> {
    interface Hook {
        void run(FakeInterpreter interpreter) throws Exception;
    }

    final List<FakeInterpreter> made = new CopyOnWriteArrayList<>();
    final Queue<String> violations = new ConcurrentLinkedQueue<>();

    volatile Hook duringCreate = interpreter -> {};
    volatile Hook duringPrepare = interpreter -> {};
    volatile Hook duringClose = interpreter -> {};

    @Override
    public FakeInterpreter create() throws Exception {
        duringCreate.run(null);
        return make();
    }

    @Override
    public void prepare(FakeInterpreter interpreter) throws Exception {
        interpreter.prepared = true;
        duringPrepare.run(interpreter);
    }

    @Override
    public void close(FakeInterpreter interpreter) throws Exception {
        interpreter.close();
        duringClose.run(interpreter);
    }

    FakeInterpreter makePrimary() {
        FakeInterpreter primary = make();
        primary.prepared = true;
        return primary;
    }

    /** Those that the manager made. */
    List<FakeInterpreter> secondaries() {
        return made.subList(1, made.size());
    }

    private synchronized FakeInterpreter make() {
        FakeInterpreter interpreter = new FakeInterpreter(made.size(), violations);
        made.add(interpreter);
        return interpreter;
    }
}
