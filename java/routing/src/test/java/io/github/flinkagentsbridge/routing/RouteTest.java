package io.github.flinkagentsbridge.routing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.HashSet;
import java.util.Set;

class RouteTest {
    /** Columns: open, inside, owner, lane, worker (1 or 0), and the route. */
    private static final String TABLE_HEADER = "open,inside,owner,lane,worker,route";

    @ParameterizedTest(name = "{arguments}")
    @DisplayName("R2, R3, R4, R5, R16: the route for every combination of facts")
    @CsvSource({
        "00000, REFUSED", "00001, REFUSED", "00010, REFUSED", "00011, REFUSED",
        "00100, REFUSED", "00101, REFUSED", "00110, REFUSED", "00111, REFUSED",
        "01000, REFUSED", "01001, REENTRANT", "01010, REENTRANT", "01011, REENTRANT",
        "01100, OWNER", "01101, OWNER", "01110, OWNER", "01111, OWNER",
        "10000, LANE", "10001, WORKER", "10010, REFUSED", "10011, REFUSED",
        "10100, OWNER", "10101, OWNER", "10110, OWNER", "10111, OWNER",
        "11000, LANE", "11001, REENTRANT", "11010, REENTRANT", "11011, REENTRANT",
        "11100, OWNER", "11101, OWNER", "11110, OWNER", "11111, OWNER",
    })
    void routesEveryCombination(String facts, Route route) {
        assertThat(route(facts)).as(TABLE_HEADER).isEqualTo(route);
    }

    @Test
    @DisplayName("R16: nobody outside of an operation gets in once close has begun")
    void nothingBeginsWhenNotOpen() {
        Set<Route> routes = new HashSet<>();
        for (String who : new String[] {"000", "001", "010", "011", "100", "101", "110", "111"}) {
            routes.add(route("00" + who));
        }
        assertThat(routes).containsExactly(Route.REFUSED);
    }

    private static Route route(String facts) {
        boolean[] is = new boolean[facts.length()];
        for (int i = 0; i < is.length; i++) {
            is[i] = facts.charAt(i) == '1';
        }
        return Route.of(is[0], is[1], is[2], is[3], is[4]);
    }
}
