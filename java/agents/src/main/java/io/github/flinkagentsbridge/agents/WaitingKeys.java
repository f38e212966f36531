package io.github.flinkagentsbridge.agents;

import java.util.HashMap;
import java.util.Map;

/**
 * The keys that one operator works at.
 *
 * <p>Threads: confined to the mailbox thread.
 */
public final class WaitingKeys {

    /** Whose step runs; a step may run inside of another operator's, which yields. */
    private static final ThreadLocal<WaitingKey> CURRENT = new ThreadLocal<>();

    private final WaitingOperator operator;
    private final WaitingKey.Timer clock;
    private final Map<Object, WaitingKey> keys = new HashMap<>();

    WaitingKeys(WaitingOperator operator) {
        this(operator, WakeTimer::after);
    }

    WaitingKeys(WaitingOperator operator, WaitingKey.Timer clock) {
        this.operator = operator;
        this.clock = clock;
    }

    /** The key whose task makes a step on this thread; null if none does. */
    static WaitingKey current() {
        return CURRENT.get();
    }

    /** Runs one step of one of the key's tasks. */
    void step(Object key, Runnable body) {
        WaitingKey outer = CURRENT.get();
        WaitingKey own = keys.computeIfAbsent(key, absent -> new WaitingKey(operator, clock));
        own.beginStep();
        CURRENT.set(own);
        try {
            body.run();
        } finally {
            restore(outer);
            if (!own.isMailed()) {
                keys.remove(key);
                own.leave();
            }
        }
    }

    private static void restore(WaitingKey outer) {
        if (outer == null) {
            CURRENT.remove();
        } else {
            CURRENT.set(outer);
        }
    }

    /** The operator closes: what wakes up from now on, does so in vain. */
    void close() {
        keys.values().forEach(WaitingKey::leave);
        keys.clear();
    }
}
