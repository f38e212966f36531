package io.github.flinkagentsbridge.pemja;

import java.lang.invoke.MethodHandle;
import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.Optional;

/**
 * As much of {@code java.lang.foreign} as the door needs. Reached by reflection, since this is
 * compiled for Java 11; a native address is a {@code long} here.
 */
final class ForeignLinker {

    private final Class<?> segments = type("MemorySegment");
    private final Class<?> descriptors = type("FunctionDescriptor");
    private final Class<?> layouts = type("MemoryLayout");
    private final Class<?> options = type("Linker$Option");
    private final Class<?> linkers = type("Linker");
    private final Object linker = linkers.getMethod("nativeLinker").invoke(null);
    private final Object nativeLong = type("ValueLayout").getField("JAVA_LONG").get(null);
    private final MethodHandle find = link(libraryFunction("dlsym"), answering(2));

    ForeignLinker() throws ReflectiveOperationException {}

    /** A function of CPython without parameters. */
    MethodHandle supplier(String name) throws ReflectiveOperationException {
        return link(segment(address(name)), answering(0));
    }

    /** A function of CPython with one parameter and no result. */
    MethodHandle consumer(String name) throws ReflectiveOperationException {
        Class<?> array = arrayOf(layouts);
        return link(
                segment(address(name)),
                descriptors.getMethod("ofVoid", array).invoke(null, longs(1)));
    }

    /** Asks the dynamic linker, which knows what is loaded, wherever it was loaded from. */
    private long address(String name) throws ReflectiveOperationException {
        boolean mac = System.getProperty("os.name").startsWith("Mac");
        long anyLibrary = mac ? -2 : 0;
        long found;
        try {
            found = (long) find.invokeExact(anyLibrary, text(name));
        } catch (ReflectiveOperationException failure) {
            throw failure;
        } catch (Throwable impossible) {
            throw new AssertionError(impossible);
        }
        if (found == 0) {
            throw new NoSuchMethodException("CPython's function " + name + " is not to be found");
        }
        return found;
    }

    /** The address of a C string that stays for ever. */
    private long text(String name) throws ReflectiveOperationException {
        Class<?> arenas = type("Arena");
        Object arena = arenas.getMethod("global").invoke(null);
        Object text =
                type("SegmentAllocator")
                        .getMethod("allocateFrom", String.class)
                        .invoke(arena, name);
        return (long) segments.getMethod("address").invoke(text);
    }

    private Object libraryFunction(String name) throws ReflectiveOperationException {
        Object lookup = linkers.getMethod("defaultLookup").invoke(linker);
        Optional<?> found =
                (Optional<?>)
                        type("SymbolLookup").getMethod("find", String.class).invoke(lookup, name);
        return found.orElseThrow(() -> new NoSuchMethodException(name));
    }

    private Object segment(long address) throws ReflectiveOperationException {
        return segments.getMethod("ofAddress", long.class).invoke(null, address);
    }

    private Object answering(int parameters) throws ReflectiveOperationException {
        return descriptors
                .getMethod("of", layouts, arrayOf(layouts))
                .invoke(null, nativeLong, longs(parameters));
    }

    private Object longs(int count) {
        Object[] longs = (Object[]) Array.newInstance(layouts, count);
        Arrays.fill(longs, nativeLong);
        return longs;
    }

    private MethodHandle link(Object function, Object descriptor)
            throws ReflectiveOperationException {
        return (MethodHandle)
                linkers.getMethod("downcallHandle", segments, descriptors, arrayOf(options))
                        .invoke(linker, function, descriptor, Array.newInstance(options, 0));
    }

    private static Class<?> arrayOf(Class<?> type) {
        return Array.newInstance(type, 0).getClass();
    }

    private static Class<?> type(String name) throws ClassNotFoundException {
        return Class.forName("java.lang.foreign." + name);
    }
}
