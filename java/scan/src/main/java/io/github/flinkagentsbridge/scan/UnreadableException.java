package io.github.flinkagentsbridge.scan;

import org.apache.flink.runtime.checkpoint.OperatorState;

/** State that cannot be read; the message says what, and what to do about it. */
final class UnreadableException extends RuntimeException {

    private static final long serialVersionUID = 1;

    UnreadableException(String message, Throwable cause) {
        super(message + ".", cause);
    }

    static UnreadableException of(OperatorState operator, Throwable failure) {
        return of("The state of operator '" + Report.name(operator) + "'", failure);
    }

    /** What the innermost cause tells; a missing class is one that a jar can bring. */
    static UnreadableException of(String what, Throwable failure) {
        if (failure instanceof UnreadableException) {
            return (UnreadableException) failure;
        }
        Throwable root = root(failure);
        return new UnreadableException(what + " cannot be read: " + root + advice(root), failure);
    }

    static Throwable root(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null && root.getCause() != root) {
            root = root.getCause();
        }
        return root;
    }

    private static String advice(Throwable root) {
        if (root instanceof ClassNotFoundException || root instanceof NoClassDefFoundError) {
            return "; name the job's jar with --jar";
        }
        return root instanceof OutOfMemoryError
                ? "; give the JVM more heap with JAVA_TOOL_OPTIONS=-Xmx…"
                : "";
    }
}
