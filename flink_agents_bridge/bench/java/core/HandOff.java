package flinkagentsbridge.bench;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.LockSupport;

/**
 * The least that a synchronous call on another thread can be: park and unpark, one caller, one
 * server. What a lane does beside this is its price.
 */
final class HandOff {

    private final Thread server = Thread.currentThread();
    private volatile Meter.Call asked;
    private volatile Object answer;
    private volatile Thread caller;

    /** By the caller. */
    Object call(Meter.Call call) {
        answer = null;
        caller = Thread.currentThread();
        asked = call;
        LockSupport.unpark(server);
        while (answer == null) {
            LockSupport.park(this);
        }
        return answer;
    }

    /** By the thread that made this, until it is asked for nothing. */
    void serve() {
        while (true) {
            Meter.Call next = asked;
            if (next == null) {
                LockSupport.park(this);
                continue;
            }
            asked = null;
            answer = next.run();
            LockSupport.unpark(caller);
            if (next == END) {
                return;
            }
        }
    }

    static final Meter.Call END = () -> "end";

    /** What an executor's thread takes its tasks from; so the owner can be one. */
    static final class Tasks extends LinkedBlockingQueue<Runnable> {
        private static final long serialVersionUID = 1;
    }
}
