package io.github.flinkagentsbridge.routing;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/** What Python's threads were at, at one moment. Immutable. */
public final class PythonSample {
    /** No thread of Python was seen. */
    public static final PythonSample NONE = new PythonSample(java.util.List.of());

    private final Map<Long, PythonThread> threads = new LinkedHashMap<>();

    public PythonSample(Collection<PythonThread> seen) {
        seen.forEach(thread -> threads.put(thread.nativeId, thread));
    }

    Collection<PythonThread> threads() {
        return threads.values();
    }

    /** Null if it was not seen. */
    PythonThread thread(long nativeId) {
        return threads.get(nativeId);
    }

    /** A thread's frames, one a line, or why there are none. */
    String stackOf(long nativeId) {
        PythonThread seen = threads.get(nativeId);
        return seen == null ? " no frames, or no answer (is the GIL held?)" : seen.stack;
    }

    /** One thread. Threads are told by the id that the operating system gave them. */
    public static final class PythonThread {
        final long nativeId;
        final String name;
        final long awaited;
        final String stack;

        /**
         * @param nativeId its id in the operating system
         * @param name its name in Python
         * @param awaited id of the thread whose end it waits for without a limit, so that nothing
         *     else ends the wait; 0 if it waits for none, or that is not proven
         * @param stack its frames, one a line, for people
         */
        public PythonThread(long nativeId, String name, long awaited, String stack) {
            this.nativeId = nativeId;
            this.name = name;
            this.awaited = awaited;
            this.stack = stack;
        }
    }
}
