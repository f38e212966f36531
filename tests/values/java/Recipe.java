package probe;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Scanner;

/**
 * Makes values of a text in prefix notation, since py4j cannot carry all of them: {@code i7} a
 * Long, {@code t00e4} a String of UTF-16 units, {@code k3} the kind of that number, {@code h0} a
 * handle, {@code l2} a list of the next two values, {@code a2} an array, {@code m2} a map.
 */
final class Recipe {
    private static final int HEX_DIGITS = 4;

    private final Scanner tokens;
    private final List<?> handles;

    Recipe(String text, List<?> handles) {
        this.tokens = new Scanner(text);
        this.handles = handles;
    }

    /** All values of the text. */
    Object[] values() {
        List<Object> values = new ArrayList<>();
        while (tokens.hasNext()) {
            values.add(next());
        }
        return values.toArray();
    }

    private Object next() {
        String token = tokens.next();
        String rest = token.substring(1);
        switch (token.charAt(0)) {
            case 'i':
                return Long.valueOf(rest);
            case 't':
                return string(rest);
            case 'k':
                return Kinds.value(Integer.parseInt(rest));
            case 'h':
                return handles.get(Integer.parseInt(rest));
            case 'l':
                return list(Integer.parseInt(rest));
            case 'a':
                return list(Integer.parseInt(rest)).toArray();
            default:
                return map(Integer.parseInt(rest));
        }
    }

    static String string(String units) {
        StringBuilder text = new StringBuilder();
        for (int at = 0; at < units.length(); at += HEX_DIGITS) {
            text.append((char) Integer.parseInt(units.substring(at, at + HEX_DIGITS), 16));
        }
        return text.toString();
    }

    private List<Object> list(int length) {
        List<Object> list = new ArrayList<>();
        for (int at = 0; at < length; at++) {
            list.add(next());
        }
        return list;
    }

    private Map<Object, Object> map(int length) {
        Map<Object, Object> map = new LinkedHashMap<>();
        for (int at = 0; at < length; at++) {
            map.put(next(), next());
        }
        return map;
    }
}
