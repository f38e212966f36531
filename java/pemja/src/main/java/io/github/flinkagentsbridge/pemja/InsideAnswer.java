package io.github.flinkagentsbridge.pemja;

import java.util.function.LongSupplier;

/**
 * Answers a question when it is shown as text: Pemja keeps the interpreter's lock meanwhile (T5).
 */
final class InsideAnswer {

    private final LongSupplier question;
    private long given;

    InsideAnswer(LongSupplier question) {
        this.question = question;
    }

    long given() {
        return given;
    }

    @Override
    public String toString() {
        given = question.getAsLong();
        return "";
    }
}
