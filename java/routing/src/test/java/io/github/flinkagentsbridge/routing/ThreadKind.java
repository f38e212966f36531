package io.github.flinkagentsbridge.routing;

import java.util.stream.Stream;

/** The kinds of threads that this Java has; virtual ones came with 21. */
enum ThreadKind {
    PLATFORM,
    VIRTUAL;

    static Stream<ThreadKind> ofThisJava() {
        return Runtime.version().feature() < 21 ? Stream.of(PLATFORM) : Stream.of(values());
    }

    /** Empty where there are none, so that what is parametrised by it exists only where they do. */
    static Stream<ThreadKind> virtualIfAny() {
        return ofThisJava().filter(kind -> kind == VIRTUAL);
    }

    /** Starts a thread, by reflection where this is compiled for a Java that has not got it. */
    Thread start(Runnable body) {
        if (this == PLATFORM) {
            Thread thread = new Thread(body, "platform");
            thread.setDaemon(true);
            thread.start();
            return thread;
        }
        try {
            return (Thread)
                    Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, body);
        } catch (ReflectiveOperationException notThere) {
            throw new AssertionError(notThere);
        }
    }
}
