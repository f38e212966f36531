package io.github.flinkagentsbridge.pemja;

import java.util.regex.Pattern;

/**
 * Names that Pemja does not take as they are. It hands names over in the JVM's modified UTF-8,
 * which Python cannot read where it stands for a character beyond 16 bits or for NUL; and it writes
 * the name of an attribute that is not there into a buffer of 200 bytes.
 */
final class OddNames {

    /** Characters, each of 3 bytes at most, that fit beside the rest of that message. */
    private static final int LONGEST = 50;

    private static final Pattern RESERVED = Pattern.compile("__b(ridge.*|\\d+)");

    private static final char MARK = '=';

    private OddNames() {}

    /** Whether the bridge stands behind it in the globals of interpreters. */
    static boolean isReserved(String name) {
        return name.startsWith("__b") && RESERVED.matcher(name).matches();
    }

    /** Whether Python would not read what Pemja hands over. */
    static boolean isGarbled(String name) {
        for (int i = 0; i < name.length(); i++) {
            if (name.charAt(i) == 0 || Character.isSurrogate(name.charAt(i))) {
                return true;
            }
        }
        return false;
    }

    /** Whether it must not go as the name of an attribute. */
    static boolean isUnfitForAttribute(String name) {
        return name.length() > LONGEST || isGarbled(name);
    }

    /** The name in a form of ASCII that {@code names.Alias} reads. */
    static String escaped(String name) {
        StringBuilder escaped = new StringBuilder().append(MARK);
        name.codePoints()
                .forEach(
                        point -> {
                            if (point >= ' ' && point < 127 && point != '\\') {
                                escaped.append((char) point);
                            } else {
                                escaped.append(String.format("\\U%08x", point));
                            }
                        });
        return escaped.toString();
    }
}
