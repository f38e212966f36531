package io.github.flinkagentsbridge.pemja;

import java.util.ArrayList;
import java.util.List;

/**
 * Handles among the arguments of a call, at any depth of collections, maps and arrays: they must
 * live (H2, B9), and nobody gives them back before the call is over.
 *
 * <p>Threads: confined to the caller's.
 */
final class HeldHandles {

    private final List<HandleSeam> held = new ArrayList<>();

    private HeldHandles() {}

    /**
     * Takes hold of all handles in a value.
     *
     * @throws StaleHandleException or {@link ReleasedHandleException}; nothing is held then
     */
    static HeldHandles in(Object value) {
        HeldHandles handles = new HeldHandles();
        try {
            Containers.visit(value, HandleSeam.class::isInstance, handles::hold);
        } catch (RuntimeException dead) {
            handles.letGo();
            throw dead;
        }
        return handles;
    }

    private void hold(Object handle) {
        HandleUse.begin((HandleSeam) handle);
        held.add((HandleSeam) handle);
    }

    void letGo() {
        held.forEach(HandleUse::end);
    }
}
