package io.github.flinkagentsbridge.agents;

import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The one thread of a JVM that wakes keys by time; there is none while no key is parked. */
final class WakeTimer {

    static final String THREAD = "bridge-wake";

    private static final ScheduledThreadPoolExecutor TIMER = timer();

    private WakeTimer() {}

    private static ScheduledThreadPoolExecutor timer() {
        ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, WakeTimer::thread);
        timer.setRemoveOnCancelPolicy(true);
        timer.setKeepAliveTime(1, TimeUnit.SECONDS);
        timer.allowCoreThreadTimeOut(true);
        return timer;
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(null, work, THREAD, 0, false);
        thread.setDaemon(true);
        thread.setContextClassLoader(null); // else it would keep a job's
        return thread;
    }

    static Future<?> after(long millis, Runnable wake) {
        return TIMER.schedule(wake, millis, TimeUnit.MILLISECONDS);
    }
}
