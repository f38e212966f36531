package io.github.flinkagentsbridge.scan;

/** State that cannot be read; the message says what, and what to do about it. */
final class UnreadableException extends RuntimeException {

    private static final long serialVersionUID = 1;

    UnreadableException(String message, Throwable cause) {
        super(message + ".", cause);
    }

    /** What the innermost cause tells; a missing class is one that a jar can bring. */
    static UnreadableException of(String operator, Throwable failure) {
        Throwable root = root(failure);
        String what = "The state of operator '" + operator + "' cannot be read: " + root;
        return new UnreadableException(
                isMissingClass(root) ? what + "; name the job's jar with --jar" : what, failure);
    }

    static Throwable root(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null && root.getCause() != root) {
            root = root.getCause();
        }
        return root;
    }

    private static boolean isMissingClass(Throwable root) {
        return root instanceof ClassNotFoundException || root instanceof NoClassDefFoundError;
    }
}
