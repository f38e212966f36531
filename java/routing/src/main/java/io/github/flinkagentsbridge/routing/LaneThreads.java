package io.github.flinkagentsbridge.routing;

/** Tells lanes from other threads, for code that must not make a lane wait for its own callers. */
public final class LaneThreads {

    private LaneThreads() {}

    /** Whether a thread is a lane, of whichever manager. */
    public static boolean isLane(Thread thread) {
        return thread instanceof Lane;
    }

    /** For whom a lane runs an operation now; null if it runs none, and for any other thread. */
    public static Thread sourceOf(Thread thread) {
        LaneCall<?> running = thread instanceof Lane ? ((Lane<?>) thread).running() : null;
        return running == null ? null : running.caller();
    }
}
