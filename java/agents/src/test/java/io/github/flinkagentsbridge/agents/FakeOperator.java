package io.github.flinkagentsbridge.agents;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;

/** An operator whose mailbox is a queue of the keys that mails were sent for. */
final class FakeOperator implements WaitingOperator {

    final Queue<Object> mails = new ConcurrentLinkedQueue<>();
    volatile boolean isClosed;
    private WaitingKeys keys;

    @Override
    public WaitingKeys bridge$waitingKeys() {
        return keys;
    }

    @Override
    public void bridge$attach(WaitingKeys made) {
        keys = made;
    }

    @Override
    public void bridge$submit(Object executor, Object mail, String text) {
        if (isClosed) {
            throw new RejectedExecutionException("closed");
        }
        mails.add(mail);
    }

    /** One step of a key with tasks: the next mail is the key itself. */
    void step(Object key, Runnable task) {
        IdleWaiting.step(
                this,
                key,
                () -> {
                    task.run();
                    IdleWaiting.submit("executor", key, "process action task", this);
                });
    }

    /** A step of a Python task that waits for the thing of that number. */
    void waits(Object key, String task, long number) {
        step(key, () -> IdleWaiting.told(new Object[] {false, number}, task));
    }

    /** The last step of the key's last task. */
    void ends(Object key, String task) {
        IdleWaiting.step(this, key, () -> IdleWaiting.told(new Object[] {true, null}, task));
    }

    /** The key's mail is taken; whether there was one. */
    boolean take(Object key) {
        return mails.remove(key);
    }
}
