package io.github.flinkagentsbridge.routing;

/**
 * How threads appear in messages. Avoids {@code Thread.toString()}, which foreign code overrides.
 */
final class ThreadText {
    private static final int FRAMES = 12;

    private ThreadText() {}

    /** The thread's name; virtual threads often have none. */
    static String label(Thread thread) {
        String name = thread.getName();
        return name.isEmpty() ? "unnamed #" + thread.getId() : name;
    }

    /** The top of the thread's stack, one frame a line. */
    static String frames(Thread thread) {
        StackTraceElement[] stack = thread.getStackTrace();
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < Math.min(FRAMES, stack.length); i++) {
            text.append("\n        at ").append(stack[i]);
        }
        return text.toString();
    }
}
