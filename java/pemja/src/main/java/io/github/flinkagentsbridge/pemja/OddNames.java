package io.github.flinkagentsbridge.pemja;

import java.util.regex.Pattern;

/**
 * Names that Pemja does not take as they are. It hands names over in the JVM's modified UTF-8,
 * which Python cannot read where it stands for a character beyond 16 bits or for NUL; and it writes
 * the name of an attribute that is not there into a buffer of 200 bytes.
 */
final class OddNames {

    private static final Pattern RESERVED = Pattern.compile("__b(ridge.*|\\d+)");

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
}
