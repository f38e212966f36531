package io.github.flinkagentsbridge.pemja;

import java.util.Collection;
import java.util.concurrent.TimeUnit;

/**
 * Gives references back where no operation comes by to do it (B5): looks once a second, and serves
 * managers whose garbage has waited since the last look.
 *
 * <p>Does so on a thread and an interpreter of its own, one for the JVM, and so without a call on
 * any manager: it needs no lane, which somebody else could need (R8), and waits for none that is
 * busy. It is what a user's {@code __del__} runs on then; one that does not return keeps all from
 * being looked after, but not from giving back at the end of an operation of theirs.
 */
final class IdleRelease implements Runnable {

    private static final long PERIOD_SECONDS = 1;
    private static final System.Logger LOG = System.getLogger(IdleRelease.class.getName());

    private final Collection<BoundInterpreter> open;

    /** Made when something is to be given back, closed when its maker is; by this thread. */
    private NativeInterpreter own;

    /** Whose Pemja it was made by, and so whose class loader it keeps. */
    private BoundInterpreter maker;

    private boolean warned;

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
            look();
        }
    }

    /** One look; always by the same thread. Throws nothing: the next look may fare better. */
    void look() {
        for (BoundInterpreter bound : open) {
            attempt(() -> lookAfter(bound));
        }
        if (own != null && !open.contains(maker)) {
            attempt(this::close);
        }
    }

    private void attempt(Runnable step) {
        try {
            step.run();
        } catch (Throwable failure) {
            warn(failure);
        }
    }

    private void warn(Throwable failure) {
        try {
            System.Logger.Level level =
                    warned ? System.Logger.Level.DEBUG : System.Logger.Level.WARNING;
            warned = true;
            LOG.log(level, "Handles of an idle interpreter cannot be given back", failure);
        } catch (Throwable logFailed) {
            // no reason to stop, as where there is no memory for a while
        }
    }

    private void lookAfter(BoundInterpreter bound) {
        if (bound.isolated() || !bound.handles().hasWaitedSinceLastLook()) {
            return;
        }
        Thread here = Thread.currentThread();
        ClassLoader before = here.getContextClassLoader();
        here.setContextClassLoader(bound.manager().owner().getContextClassLoader());
        try {
            NativeInterpreter on = interpreter(bound);
            bound.leave(on, on.enter(bound)); // an operation's end is where garbage is given back
        } finally {
            here.setContextClassLoader(before);
        }
    }

    private NativeInterpreter interpreter(BoundInterpreter bound) {
        if (own == null) {
            NativeInterpreter made = bound.startSecondary();
            try {
                made.prepare();
            } catch (Throwable failure) {
                made.release();
                throw failure;
            }
            own = made;
            maker = bound;
        }
        return own;
    }

    /** Keeps nothing of a job that has ended. */
    private void close() {
        NativeInterpreter closing = own;
        own = null;
        maker = null;
        closing.release();
    }
}
