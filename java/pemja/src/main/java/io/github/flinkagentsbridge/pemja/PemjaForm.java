package io.github.flinkagentsbridge.pemja;

import java.math.BigInteger;

/**
 * The form in which a value survives Pemja's conversion to Python. A {@code Short} inside a list, a
 * map or an array would kill the JVM (V9), so it goes as an {@code Integer}. A text that begins
 * like a byte order mark would lose it or be read the other way round, so it gets another in front,
 * which Pemja takes off. Of lists and maps Python gets copies anyhow, so nobody sees a difference.
 */
final class PemjaForm {

    /** In front of the digits of an integer that only the Python side can make; it knows this. */
    static final String INTEGER = "\0int";

    /** In front of a name that is written in escapes, which the Python side reads. */
    private static final String ESCAPED_NAME = "\\";

    private static final char MARK = '\ufeff';
    private static final char REVERSED_MARK = '\ufffe';
    private static final int LONG_BITS = 63;
    private static final int HEXADECIMAL = 16;

    private static volatile boolean bigIntegersAreInts;

    private PemjaForm() {}

    /** Says what a BigInteger shall be in Python; once, before any interpreter is made. */
    static void configure(boolean bigIntegersAsInts) {
        bigIntegersAreInts = bigIntegersAsInts;
    }

    static boolean restoresIntegers() {
        return bigIntegersAreInts;
    }

    /**
     * The same value, or one that says the same in Python; of a list, a map or an array a copy.
     *
     * @throws UnconvertibleValueException if something in it has no such form
     */
    @SuppressWarnings("unchecked")
    static <T> T of(T value) {
        return (T) (Containers.isContainer(value) ? new Snapshot().of(value) : ofElement(value));
    }

    /** The same for what is no container. */
    static Object ofElement(Object value) {
        String remedy = Unconvertible.remedy(value);
        if (remedy != null) {
            throw new UnconvertibleValueException(value, remedy);
        }
        return mustChange(value) ? changed(value) : value;
    }

    /** A name for an attribute look-up, to which Pemja hands modified UTF-8: in ASCII (N3). */
    static String ofName(String name) {
        if (name.chars().allMatch(unit -> unit > 0 && unit < 128)) {
            return name;
        }
        StringBuilder text = new StringBuilder(ESCAPED_NAME);
        name.codePoints().forEach(point -> text.append(String.format("\\U%08x", point)));
        return text.toString();
    }

    /** Whether a value, by itself, cannot go as it is, or cannot go at all. */
    static boolean isAwkward(Object value) {
        return mustChange(value) || Unconvertible.remedy(value) != null;
    }

    private static boolean mustChange(Object value) {
        return value instanceof Short
                || value instanceof String && isMarked((String) value)
                || value instanceof Character && isMark((Character) value)
                || value instanceof BigInteger && bigIntegersAreInts;
    }

    private static boolean isMarked(String text) {
        return !text.isEmpty() && isMark(text.charAt(0));
    }

    private static boolean isMark(char first) {
        return first == MARK || first == REVERSED_MARK;
    }

    private static Object changed(Object value) {
        if (value instanceof Short) {
            return ((Short) value).intValue();
        }
        return value instanceof BigInteger ? integer((BigInteger) value) : MARK + value.toString();
    }

    private static Object integer(BigInteger value) {
        return value.bitLength() <= LONG_BITS
                ? (Object) value.longValue()
                : new Object[] {INTEGER, value.toString(HEXADECIMAL)};
    }
}
