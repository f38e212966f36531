package io.github.flinkagentsbridge.pemja;

/**
 * What a Python exception looked like in Python when it left for Java: the whole traceback with
 * causes, groups and notes, of which Pemja's own exception shows one line. It stands behind that
 * exception as its cause; behind it stands the Java exception that Python had got and passed on, if
 * that is what happened.
 */
public final class PythonTraceback extends Exception {

    private static final long serialVersionUID = 1L;

    PythonTraceback(String text, Throwable cause) {
        super(text, cause, true, false);
    }
}
