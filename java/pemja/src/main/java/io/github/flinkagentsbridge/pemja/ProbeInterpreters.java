package io.github.flinkagentsbridge.pemja;

import io.github.flinkagentsbridge.routing.InterpreterFactory;

/** Makes probes in the self-test and notes the thread that asked for one: the lane. */
final class ProbeInterpreters implements InterpreterFactory<NativeInterpreter> {

    private final ProbeSeam probe;
    private volatile Thread lane;

    ProbeInterpreters(ProbeSeam probe) {
        this.probe = probe;
    }

    Thread lane() {
        return lane;
    }

    @Override
    public NativeInterpreter create() {
        lane = Thread.currentThread();
        return NativeInterpreter.isolated(probe);
    }

    @Override
    public void prepare(NativeInterpreter interpreter) {}

    @Override
    public void close(NativeInterpreter interpreter) {}
}
