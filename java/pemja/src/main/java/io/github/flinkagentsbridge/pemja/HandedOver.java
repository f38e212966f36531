package io.github.flinkagentsbridge.pemja;

import java.util.function.Function;

/** What stands before every hand-over of Java values to Python. */
final class HandedOver {

    private HandedOver() {}

    /**
     * Runs a call with arguments that Pemja converts safely: handles among them live and stay (H2,
     * B9), what it would spoil is in another form (V9), and no other thread can change them.
     *
     * @throws StaleHandleException or {@link ReleasedHandleException} before the call
     * @throws UnconvertibleValueException before the call, for what Pemja cannot convert
     */
    static <T, R> R call(T arguments, Function<T, R> call) {
        if (isPlain(arguments)) {
            return call.apply(arguments);
        }
        T safe = PemjaForm.of(arguments);
        HeldHandles held = HeldHandles.in(safe);
        try {
            return call.apply(safe);
        } finally {
            held.letGo();
        }
    }

    /** Whether a value, or each element of an array, needs no care; what most arguments are. */
    static boolean isPlain(Object arguments) {
        if (!(arguments instanceof Object[])) {
            return !needsCare(arguments);
        }
        for (Object argument : (Object[]) arguments) {
            if (needsCare(argument)) {
                return false;
            }
        }
        return true;
    }

    private static boolean needsCare(Object value) {
        if (value == null || isCommonest(value.getClass())) {
            return false;
        }
        return value instanceof HandleSeam
                || PemjaForm.isAwkward(value)
                || Containers.isContainer(value);
    }

    /**
     * The commonest kinds, told by class: asking for three interfaces takes several times longer.
     */
    private static boolean isCommonest(Class<?> kind) {
        return kind == Integer.class
                || kind == Long.class
                || kind == Double.class
                || kind == Boolean.class;
    }
}
