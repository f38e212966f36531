package io.github.flinkagentsbridge.pemja;

import java.lang.StackWalker.StackFrame;
import java.util.Collection;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** The Java method through which Python code, or the JVM, entered Java last on a thread. */
final class EntryFrame {

    private static final StackWalker WALKER =
            StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

    /** What runs when Pemja makes, shows, compares or first touches a Java object. */
    private static final Set<String> OF_ANY_CLASS =
            Set.of("<init>", "<clinit>", "toString", "equals", "hashCode");

    /** Types whose methods Pemja calls by itself, to wrap and to convert. */
    private static final Set<Class<?>> WRAPPED =
            Set.of(
                    Iterable.class,
                    Iterator.class,
                    Map.class,
                    Map.Entry.class,
                    Collection.class,
                    Number.class,
                    Throwable.class);

    private final StackFrame frame;

    private EntryFrame(StackFrame frame) {
        this.frame = frame;
    }

    /** Of the calling thread. */
    static EntryFrame ofThisThread() {
        return WALKER.walk(EntryFrame::of);
    }

    /** The last frame above the native one by which Java went into Python, or the very first. */
    static EntryFrame of(Stream<StackFrame> frames) {
        return new EntryFrame(
                frames.takeWhile(frame -> !isWayIntoPython(frame))
                        .reduce((above, below) -> below)
                        .orElseThrow());
    }

    private static boolean isWayIntoPython(StackFrame frame) {
        return frame.isNativeMethod() && frame.getClassName().startsWith("pemja.core.");
    }

    /** Whether Pemja may have called the method without letting go of the lock. */
    boolean mayHoldLock() {
        return OF_ANY_CLASS.contains(frame.getMethodName())
                || WRAPPED.stream().anyMatch(this::implementsMethodOf);
    }

    private boolean implementsMethodOf(Class<?> type) {
        return type.isAssignableFrom(frame.getDeclaringClass())
                && Stream.of(type.getMethods())
                        .anyMatch(method -> method.getName().equals(frame.getMethodName()));
    }

    /** As a person writes it: class and method. */
    @Override
    public String toString() {
        return frame.getClassName() + "." + frame.getMethodName();
    }
}
