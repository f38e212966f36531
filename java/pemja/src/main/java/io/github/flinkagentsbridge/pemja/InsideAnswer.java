package io.github.flinkagentsbridge.pemja;

import java.util.AbstractList;
import java.util.function.LongSupplier;

/**
 * Answers a question when Pemja copies it as a list: it keeps the interpreter's lock meanwhile
 * (T5). Releases that wrap lists rather than copy them keep it while the list is shown as text. No
 * other object will do: Pemja leaks the overloaded methods of each class that an interpreter meets,
 * if only those named wait.
 */
final class InsideAnswer extends AbstractList<Object> {

    private final LongSupplier question;
    private long given;

    InsideAnswer(LongSupplier question) {
        this.question = question;
    }

    long given() {
        return given;
    }

    @Override
    public int size() {
        given = question.getAsLong();
        return 0;
    }

    @Override
    public Object get(int index) {
        throw new IndexOutOfBoundsException(index);
    }

    @Override
    public String toString() {
        size();
        return "";
    }
}
