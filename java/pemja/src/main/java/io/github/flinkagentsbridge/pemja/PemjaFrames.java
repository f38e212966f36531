package io.github.flinkagentsbridge.pemja;

import io.github.flinkagentsbridge.routing.PythonFrames;
import io.github.flinkagentsbridge.routing.PythonSample;

import java.util.ArrayList;
import java.util.List;

/**
 * Samples Python's frames through an interpreter that is made for the look, on the thread that it
 * is made for, and closed after it; so no interpreter that may be busy is used (R6).
 */
final class PemjaFrames implements PythonFrames {

    private static final String MODULE = "flink_agents_bridge.embedded.frames";

    /** Statements without a name of their own, since they run in the user's globals too. */
    static final String NOTE_THREAD = onModule("note_thread()");

    static final String FORGET_THREAD = onModule("forget_thread()");

    private final NativeInterpreter primary;

    PemjaFrames(NativeInterpreter primary) {
        this.primary = primary;
    }

    private static String onModule(String call) {
        return "__import__('importlib').import_module('" + MODULE + "')." + call;
    }

    @Override
    public PythonSample sample() {
        InterpreterSeam seam = primary.seam().bridge$secondary();
        seam.bridge$start(PemjaInterpreters.MULTI_THREAD);
        try {
            seam.bridge$exec("import " + MODULE + " as frames");
            return read(seam.bridge$invoke("frames.sample", new Object[0], null));
        } finally {
            seam.bridge$close();
        }
    }

    private static PythonSample read(Object rows) {
        List<PythonSample.PythonThread> threads = new ArrayList<>();
        for (Object row : (List<?>) rows) {
            List<?> parts = (List<?>) row;
            threads.add(
                    new PythonSample.PythonThread(
                            ((Number) parts.get(0)).longValue(),
                            (String) parts.get(1),
                            ((Number) parts.get(2)).longValue(),
                            (String) parts.get(3)));
        }
        return new PythonSample(threads);
    }
}
