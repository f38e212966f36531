package io.github.flinkagentsbridge.pemja;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Tells the values that Pemja cannot convert. Inside a container, and as an argument of a method,
 * each of them ends the JVM; elsewhere the call is left out without a word.
 */
final class Unconvertible {

    private static final Set<Class<?>> NUMBERS =
            Set.of(
                    Byte.class,
                    Short.class,
                    Integer.class,
                    Long.class,
                    Float.class,
                    Double.class,
                    BigInteger.class,
                    BigDecimal.class);

    private static final long DAY = 24L * 60 * 60 * 1000;
    private static final int LAST_YEAR = 9999;

    private Unconvertible() {}

    /** What to do instead, as a sentence; null for what can be converted. */
    static String remedy(Object value) {
        if (value instanceof String) {
            return hasLoneSurrogate((String) value)
                    ? "It has half of a surrogate pair: hand over its bytes, or mend the text."
                    : null;
        }
        if (value instanceof Character) {
            return Character.isSurrogate((Character) value)
                    ? "It is half of a surrogate pair: hand over the whole text."
                    : null;
        }
        if (value instanceof Number) {
            return NUMBERS.contains(value.getClass())
                    ? null
                    : "Hand over its intValue(), longValue() or doubleValue().";
        }
        if (value instanceof char[]) {
            return "Hand over new String(characters).";
        }
        return value instanceof Date ? remedyForDate((Date) value) : null;
    }

    /** By name, since the module java.sql is out of the boot class path's sight. */
    private static String remedyForDate(Date value) {
        String kind = value.getClass().getName();
        if (kind.equals("java.sql.Time")) {
            boolean fits = value.getTime() >= 0 && value.getTime() < DAY;
            return fits ? null : "Its getTime() is not within one day: use its toString().";
        }
        if (kind.equals("java.sql.Date") || kind.equals("java.sql.Timestamp")) {
            return isInPythonsYears(value) ? null : "Python's years end with 9999: use a String.";
        }
        return "Hand over its toInstant(), or a java.sql.Timestamp.";
    }

    /** By the same accessor that Pemja asks. */
    @SuppressWarnings("deprecation")
    private static boolean isInPythonsYears(Date value) {
        int year = value.getYear() + 1900;
        return year >= 1 && year <= LAST_YEAR;
    }

    /**
     * The same for a map's key: with one of these Pemja would drop the entry and all that follow.
     */
    static String remedyForKey(Object key) {
        if (key instanceof List || key instanceof Map) {
            return "A list or map cannot be a key in Python: use its toString() as the key.";
        }
        if (key instanceof Object[]) {
            for (Object part : (Object[]) key) {
                if (remedyForKey(part) != null) {
                    return "An array that holds a list or map cannot be a key in Python: use text.";
                }
            }
        }
        return null;
    }

    static boolean hasLoneSurrogate(String text) {
        return mayHaveSurrogates(text) && hasLoneOne(text);
    }

    /** Without a branch for each character: most texts are done with here, in half the time. */
    private static boolean mayHaveSurrogates(String text) {
        int bits = 0;
        for (int at = 0; at < text.length(); at++) {
            bits |= text.charAt(at);
        }
        return (bits & Character.MIN_SURROGATE) == Character.MIN_SURROGATE;
    }

    private static boolean hasLoneOne(String text) {
        for (int at = 0; at < text.length(); at++) {
            if (Character.isSurrogate(text.charAt(at))) {
                boolean whole =
                        at + 1 < text.length()
                                && Character.isSurrogatePair(text.charAt(at), text.charAt(at + 1));
                if (!whole) {
                    return true;
                }
                at++;
            }
        }
        return false;
    }
}
