package io.github.flinkagentsbridge.routing;

import java.util.Collections;
import java.util.Map;

/**
 * What Java code has in hand of the Python objects of one manager, for reports. Every method may be
 * called from any thread at any time.
 */
public interface HeldObjects {

    /** Of a manager whose interpreters hand out no objects. */
    HeldObjects NONE = new HeldObjects() {};

    /** How many Java code has now. */
    default long live() {
        return 0;
    }

    /** How many it has ever had. */
    default long made() {
        return 0;
    }

    /** How many of the live ones were made where, most first; empty if that is not noted. */
    default Map<String, Integer> places() {
        return Collections.emptyMap();
    }
}
