package io.github.flinkagentsbridge.pemja;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

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
     * Takes hold of all handles in some arguments.
     *
     * @return null when there are none, which costs next to nothing
     * @throws StaleHandleException or {@link ReleasedHandleException}; nothing is held then
     */
    static HeldHandles in(Object... arguments) {
        HeldHandles handles = null;
        for (Object argument : arguments) {
            if (argument instanceof HandleSeam || isContainer(argument)) {
                handles = handles == null ? new HeldHandles() : handles;
                handles.holdAll(argument);
            }
        }
        return handles;
    }

    private static boolean isContainer(Object value) {
        return value instanceof Collection || value instanceof Map || value instanceof Object[];
    }

    private void holdAll(Object argument) {
        Deque<Object> open = new ArrayDeque<>();
        Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        open.push(argument);
        while (!open.isEmpty()) {
            Object next = open.pop();
            if (next instanceof HandleSeam) {
                hold((HandleSeam) next);
            } else if (isContainer(next) && seen.add(next)) {
                contents(next).stream()
                        .filter(item -> item instanceof HandleSeam || isContainer(item))
                        .forEach(open::push);
            }
        }
    }

    private static Collection<?> contents(Object container) {
        if (container instanceof Map) {
            List<Object> both = new ArrayList<>(((Map<?, ?>) container).keySet());
            both.addAll(((Map<?, ?>) container).values());
            return both;
        }
        return container instanceof Collection
                ? (Collection<?>) container
                : java.util.Arrays.asList((Object[]) container);
    }

    private void hold(HandleSeam handle) {
        try {
            HandleUse.begin(handle);
        } catch (RuntimeException dead) {
            letGo(this);
            throw dead;
        }
        held.add(handle);
    }

    /** Lets go of what {@link #in} returned, null included. */
    static void letGo(HeldHandles handles) {
        if (handles != null) {
            handles.held.forEach(HandleUse::end);
        }
    }
}
