package agentjobs;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** What jobs and tests tell each other. */
public final class Watched {
    private static final Map<String, AtomicInteger> COUNTS = new ConcurrentHashMap<>();

    private Watched() {}

    /** Notes that something has happened, and how often that makes it. */
    public static int note(String what) {
        return COUNTS.computeIfAbsent(what, absent -> new AtomicInteger()).incrementAndGet();
    }

    /** How often it has happened. */
    public static int count(String what) {
        AtomicInteger count = COUNTS.get(what);
        return count == null ? 0 : count.get();
    }

    /** The live handles of all open interpreters. */
    public static int liveHandles() throws Exception {
        Class<?> runtime = Class.forName("io.github.flinkagentsbridge.pemja.PemjaRuntime");
        Object bridge = accessible(runtime.getDeclaredMethod("get")).invoke(null);
        Field open = runtime.getDeclaredField("open");
        open.setAccessible(true);
        int live = 0;
        for (Object bound : (Collection<?>) open.get(bridge)) {
            Object handles =
                    accessible(bound.getClass().getDeclaredMethod("handles")).invoke(bound);
            Method count = accessible(handles.getClass().getDeclaredMethod("live"));
            live += ((Number) count.invoke(handles)).intValue();
        }
        return live;
    }

    private static Method accessible(Method method) {
        method.setAccessible(true);
        return method;
    }
}
