package io.github.flinkagentsbridge.agents;

import java.util.concurrent.Callable;

/**
 * What the operator is woven to call with {@code idle-waiting=on} (B11).
 *
 * <p>Threads: the mailbox thread.
 */
public final class IdleWaiting {

    private IdleWaiting() {}

    /** Stands round {@code processActionTaskForKey(key)}: one step of one of the key's tasks. */
    public static void step(WaitingOperator operator, Object key, Runnable body) {
        WaitingKeys keys = operator.bridge$waitingKeys();
        if (keys == null) {
            keys = new WaitingKeys(operator);
            operator.bridge$attach(keys);
        }
        keys.step(key, body);
    }

    /** Stands for {@code executor.submit(mail, text)} at the end of such a step. */
    public static void submit(Object executor, Object mail, String text, WaitingOperator operator) {
        WaitingKeys.current().submit(executor, mail, text);
    }

    /**
     * Reads what Python answers to one step of an awaitable: whether it has ended, and else the
     * number of what it waits for. Where Python gives no number the step counts as one that has
     * done something, and the operator goes on as released.
     */
    public static void told(Object answer, String awaitable) {
        WaitingKey key = WaitingKeys.current();
        Object[] parts = answer instanceof Object[] ? (Object[]) answer : new Object[0];
        if (key == null || parts.length < 2) {
            return;
        }
        if (Boolean.TRUE.equals(parts[0])) {
            key.tasks().ends(awaitable);
        } else if (parts[1] instanceof Number) {
            key.tasks().waits(awaitable, ((Number) parts[1]).longValue());
        }
    }

    /** Stands round one step of a Java action, which is known by its continuation's context. */
    public static Object action(Object context, Callable<?> body) throws Exception {
        Object ended = body.call();
        WaitingKey key = WaitingKeys.current();
        if (key != null && Boolean.FALSE.equals(ended)) {
            key.tasks().waits(context);
        } else if (key != null) {
            key.tasks().ends(context);
        }
        return ended;
    }

    /** Comes first in the operator's {@code close()}. */
    public static void closing(WaitingOperator operator) {
        WaitingKeys keys = operator.bridge$waitingKeys();
        if (keys != null) {
            keys.close();
        }
    }
}
