package io.github.flinkagentsbridge.agents;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The awaits of Python's futures by their number, as long as an operator wants to know their end.
 * Numbers go over, not objects, since Pemja never gives back what it needs for those.
 *
 * <p>Threads: any.
 */
public final class OpenAwaits {

    private static final Map<Long, Await> BY_NUMBER = new ConcurrentHashMap<>();

    private OpenAwaits() {}

    /**
     * Called by Python when a future is done, on a thread of CPython's. It never enters Python and
     * waits for nothing but the short locks of the mailbox.
     */
    public static void ended(long number) {
        Await await = BY_NUMBER.remove(number);
        if (await != null) {
            await.end();
        }
    }

    /** How many there are; none once all operators have closed. */
    public static int count() {
        return BY_NUMBER.size();
    }

    static void add(Await await) {
        if (await.number() > 0) {
            BY_NUMBER.put(await.number(), await);
        }
    }

    /** Null is fine. */
    static void remove(Await await) {
        if (await != null && await.number() > 0) {
            BY_NUMBER.remove(await.number(), await);
        }
    }
}
