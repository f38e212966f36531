package io.github.flinkagentsbridge.agents;

import io.github.flinkagentsbridge.routing.LaneThreads;
import io.github.flinkagentsbridge.routing.Uninterrupted;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Has each resource made by one thread, while others that ask for it wait (R10). No lock is held: a
 * resource's making may call Python, which may ask for other resources, on another thread.
 *
 * <p>A lane does not wait, since the maker may need that very lane; it looks for itself, as the
 * release does. Of two that were made after all the first is kept, and all get that one.
 *
 * <p>Threads: any.
 */
public final class OneResource {

    private static final System.Logger LOG = System.getLogger(OneResource.class.getName());

    /** The look-ups that run now. */
    private static final ConcurrentMap<Key, Making> MAKINGS = new ConcurrentHashMap<>();

    private static volatile Duration patience = Duration.ofSeconds(30);

    private OneResource() {}

    /** Says after how long a wait for another's making is given up. */
    static void waitFor(Duration limit) {
        patience = limit;
    }

    /** Stands round {@code getResource} of a cache; the body looks, and makes what is missing. */
    public static Object get(Object cache, Object name, Object type, Callable<?> body)
            throws Exception {
        Key key = new Key(cache, name, type);
        Making own = new Making();
        Making other = MAKINGS.putIfAbsent(key, own);
        while (other != null && other.isWorthWaiting() && other.ends(name)) {
            other = MAKINGS.putIfAbsent(key, own);
        }
        if (other != null) {
            body.call();
            return body.call(); // the one that was kept
        }
        try {
            return body.call();
        } finally {
            MAKINGS.remove(key, own);
            own.done.countDown();
        }
    }

    private static final class Making {
        private final Thread maker = Thread.currentThread();
        private final CountDownLatch done = new CountDownLatch(1);

        private boolean isWorthWaiting() {
            return maker != Thread.currentThread() && !LaneThreads.isLane(Thread.currentThread());
        }

        /** False if it has not ended within the time that a caller waits. */
        private boolean ends(Object name) {
            long until = System.nanoTime() + patience.toNanos();
            return Uninterrupted.await(() -> hasEnded(until - System.nanoTime(), name));
        }

        private boolean hasEnded(long nanos, Object name) throws InterruptedException {
            boolean ended = done.await(nanos, TimeUnit.NANOSECONDS);
            if (!ended) {
                LOG.log(
                        System.Logger.Level.WARNING,
                        "Thread ''{0}'' makes resource ''{1}'' by itself: thread ''{2}'' has been"
                                + " making it for longer than {3}",
                        Thread.currentThread().getName(),
                        name,
                        maker.getName(),
                        patience);
            }
            return ended;
        }
    }

    private static final class Key {
        private final Object cache;
        private final Object name;
        private final Object type;

        private Key(Object cache, Object name, Object type) {
            this.cache = cache;
            this.name = name;
            this.type = type;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Key
                    && ((Key) other).cache == cache
                    && Objects.equals(((Key) other).name, name)
                    && Objects.equals(((Key) other).type, type);
        }

        @Override
        public int hashCode() {
            return Objects.hash(System.identityHashCode(cache), name, type);
        }
    }
}
