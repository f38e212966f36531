package flinkagentsbridge.bench;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Named figures that a measuring JVM prints as its last line, for the runner to read. */
final class Figures {

    static final String MARK = "FIGURES ";

    private final Map<String, Double> values = new TreeMap<>();

    void put(String name, double value) {
        values.put(name, value);
    }

    void print() {
        System.out.println(
                values.entrySet().stream()
                        .map(each -> '"' + each.getKey() + "\":" + number(each.getValue()))
                        .collect(Collectors.joining(",", MARK + "{", "}")));
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.4f", value);
    }
}
