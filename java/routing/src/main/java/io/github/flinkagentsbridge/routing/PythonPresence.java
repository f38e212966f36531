package io.github.flinkagentsbridge.routing;

/**
 * Whether Python may know a thread, and so wait for it: one that Python has made, or one that has
 * come from Python into the Java code that it is in. In doubt it may.
 */
final class PythonPresence {
    private PythonPresence() {}

    static boolean ofCurrentThread() {
        Thread current = Thread.currentThread();
        return current instanceof BridgeThread
                || SourceKind.of(current) == SourceKind.CPYTHON
                || isBelow(current.getStackTrace());
    }

    /** Whether native code has called any of these frames, other than the JVM's own. */
    static boolean isBelow(StackTraceElement[] stack) {
        for (StackTraceElement frame : stack) {
            if (frame.isNativeMethod() && !isOfTheJdk(frame)) {
                return true;
            }
        }
        return stack.length == 0 || !isOfTheJdk(stack[stack.length - 1]);
    }

    /** Threads of Java begin in the JDK, except for that of {@code main}. */
    private static boolean isOfTheJdk(StackTraceElement frame) {
        String name = frame.getClassName();
        return name.startsWith("java.") || name.startsWith("jdk.") || name.startsWith("sun.");
    }
}
