package io.github.flinkagentsbridge.pemja;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/** The JSON text of events and answers. */
class JsonTest {

    @Test
    @DisplayName("B10: nested values become JSON")
    void writesNestedValues() {
        Map<String, Object> value = new LinkedHashMap<>();
        value.put("n", 3L);
        value.put("b", true);
        value.put("none", null);
        value.put("list", Arrays.asList("x", 1));
        value.put("map", Map.of("k", "v"));
        assertThat(Json.text(value))
                .isEqualTo(
                        "{\"n\":3,\"b\":true,\"none\":null,\"list\":[\"x\",1],"
                                + "\"map\":{\"k\":\"v\"}}");
    }

    @Test
    @DisplayName("B10: thread names of any text are escaped")
    void escapesText() {
        assertThat(Json.text("a\"b\\c\nd\u0001\uD83D\uDE00é"))
                .isEqualTo("\"a\\\"b\\\\c\\u000ad\\u0001\\ud83d\\ude00é\"");
    }
}
