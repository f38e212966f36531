package io.github.flinkagentsbridge.sites;

import pemja.core.PythonInterpreter;
import pemja.core.PythonInterpreterConfig;
import pemja.core.object.PyObject;

import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;

/**
 * The private members of Pemja's classes that the weaver would use, by reflection. The reference
 * check cannot be made when a jar is patched, since Pemja is not in it: it is made here, once, when
 * the first interpreter is made.
 */
final class RawPemja {

    private static final Constructor<?> WITHOUT_STATE = withoutConstructor();
    private static final Field MAIN = field(PythonInterpreter.class, "mainInterpreter");
    private static final Field THREAD_STATE = field(PythonInterpreter.class, "tState");
    private static final Field MAKER = field(PyObject.class, "tState");
    private static final Method INITIALIZE =
            method(PythonInterpreter.class, "initialize", PythonInterpreterConfig.class);
    private static final Method INIT = method(PythonInterpreter.class, "init", int.class);
    private static final Method DEC_REF = method(PyObject.class, "decRef", long.class, long.class);
    private static final Constructor<PyObject> HANDLE = handleConstructor();
    private static final Object MAIN_INTERPRETER = mainInterpreter();

    private RawPemja() {}

    /** An interpreter whose constructor has set its fields and started nothing. */
    static PythonInterpreter withoutState() {
        return run(
                () -> {
                    PythonInterpreter made = (PythonInterpreter) WITHOUT_STATE.newInstance();
                    MAIN.set(made, MAIN_INTERPRETER);
                    return made;
                });
    }

    static void initialize(PythonInterpreter interpreter, Object config) {
        run(() -> INITIALIZE.invoke(interpreter, config));
    }

    static void start(PythonInterpreter interpreter, int executionType) {
        run(
                () -> {
                    THREAD_STATE.set(interpreter, INIT.invoke(interpreter, executionType));
                    return null;
                });
    }

    static long threadState(PythonInterpreter interpreter) {
        return run(() -> THREAD_STATE.getLong(interpreter));
    }

    static long makersThreadState(PyObject handle) {
        return run(() -> MAKER.getLong(handle));
    }

    /** An object that enters Python with this thread state and owns nothing. */
    static PyObject view(long threadState, long pointer) {
        return run(() -> HANDLE.newInstance(threadState, pointer));
    }

    static void decRef(PyObject on, long threadState, long pointer) {
        run(() -> DEC_REF.invoke(on, threadState, pointer));
    }

    private static Object mainInterpreter() {
        return run(
                () -> {
                    Field[] fields = MAIN.getType().getDeclaredFields();
                    Field instance =
                            Arrays.stream(fields)
                                    .filter(field -> field.getType() == MAIN.getType())
                                    .findFirst()
                                    .orElseThrow(() -> new NoSuchFieldException("instance"));
                    instance.setAccessible(true);
                    return instance.get(null);
                });
    }

    private static Constructor<?> withoutConstructor() {
        return run(
                () -> {
                    Class<?> type = Class.forName("sun.reflect.ReflectionFactory");
                    Object factory = type.getMethod("getReflectionFactory").invoke(null);
                    return (Constructor<?>)
                            type.getMethod(
                                            "newConstructorForSerialization",
                                            Class.class,
                                            Constructor.class)
                                    .invoke(
                                            factory,
                                            PythonInterpreter.class,
                                            Object.class.getConstructor());
                });
    }

    private static Constructor<PyObject> handleConstructor() {
        return run(() -> open(PyObject.class.getDeclaredConstructor(long.class, long.class)));
    }

    private static Field field(Class<?> type, String name) {
        return run(() -> open(type.getDeclaredField(name)));
    }

    private static Method method(Class<?> type, String name, Class<?>... parameters) {
        return run(() -> open(type.getDeclaredMethod(name, parameters)));
    }

    private static <T extends AccessibleObject> T open(T member) {
        member.setAccessible(true);
        return member;
    }

    private static <R> R run(Reflective<R> call) {
        try {
            return call.run();
        } catch (InvocationTargetException thrown) {
            throw RawPemja.<RuntimeException>asItIs(thrown.getCause());
        } catch (ReflectiveOperationException | RuntimeException mismatch) {
            throw new IllegalStateException(
                    "This JVM's Pemja is not known to flink-agents-bridge ("
                            + mismatch
                            + "). Use a Pemja from 0.5.5 to 0.6.0.",
                    mismatch);
        }
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> T asItIs(Throwable thrown) throws T {
        throw (T) thrown;
    }

    private interface Reflective<R> {
        R run() throws ReflectiveOperationException;
    }
}
