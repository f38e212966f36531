package io.github.flinkagentsbridge.agents;

import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;

/**
 * A field that Flink's serialisers write: neither static nor transient, of a class that is not the
 * JDK's. The JDK's own classes hold values of the application only as collections, which are
 * searched as such.
 */
final class SerializedField {

    /** The fields of a class, found once for as long as it is loaded. */
    private static final ClassValue<List<SerializedField>> FIELDS =
            new ClassValue<>() {
                @Override
                protected List<SerializedField> computeValue(Class<?> type) {
                    return find(type);
                }
            };

    private final Field field;

    private SerializedField(Field field) {
        this.field = field;
    }

    static List<SerializedField> of(Class<?> type) {
        return FIELDS.get(type);
    }

    private static List<SerializedField> find(Class<?> type) {
        List<SerializedField> found = new ArrayList<>();
        for (Class<?> part = type;
                part != null && isApplication(part);
                part = part.getSuperclass()) {
            for (Field field : part.getDeclaredFields()) {
                if (canHoldHandle(field) && makeAccessible(field)) {
                    found.add(new SerializedField(field));
                }
            }
        }
        return found;
    }

    private static boolean isApplication(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        return loader != null && loader != ClassLoader.getPlatformClassLoader();
    }

    private static boolean canHoldHandle(Field field) {
        int unwritten = Modifier.STATIC | Modifier.TRANSIENT;
        Class<?> type = field.getType();
        return (field.getModifiers() & unwritten) == 0
                && !type.isPrimitive()
                && type != String.class
                && !Number.class.isAssignableFrom(type);
    }

    private static boolean makeAccessible(Field field) {
        try {
            field.setAccessible(true);
            return true;
        } catch (InaccessibleObjectException closedModule) {
            return false;
        }
    }

    String name() {
        return field.getName();
    }

    Object get(Object holder) {
        try {
            return field.get(holder);
        } catch (IllegalAccessException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
