package io.github.flinkagentsbridge.pemja;

import java.util.Collection;
import java.util.concurrent.TimeUnit;

/**
 * Gives references back where no operation comes by to do it (B5): looks once a second, and runs an
 * empty operation for an interpreter whose garbage has waited since the last look.
 */
final class IdleRelease implements Runnable {

    private static final long PERIOD_SECONDS = 1;
    private static final System.Logger LOG = System.getLogger(IdleRelease.class.getName());

    private final Collection<BoundInterpreter> open;

    /**
     * @param open the interpreters to look after; may change meanwhile
     */
    IdleRelease(Collection<BoundInterpreter> open) {
        this.open = open;
    }

    void start() {
        Thread thread = new Thread(null, this, Marks.name("thread"), 0, false);
        thread.setDaemon(true);
        thread.setContextClassLoader(null); // whoever starts the bridge may be one job of many
        thread.start();
    }

    @Override
    public void run() {
        while (true) {
            try {
                TimeUnit.SECONDS.sleep(PERIOD_SECONDS);
            } catch (InterruptedException meantForNobody) {
                // goes on as long as the JVM
            }
            open.forEach(IdleRelease::lookAfter);
        }
    }

    private static void lookAfter(BoundInterpreter bound) {
        if (bound.isolated() || !bound.handles().hasWaitedSinceLastLook()) {
            return;
        }
        try {
            bound.run("giving handles back", null, on -> null);
        } catch (RuntimeException closing) {
            LOG.log(System.Logger.Level.DEBUG, "nothing to release any more", closing);
        }
    }
}
