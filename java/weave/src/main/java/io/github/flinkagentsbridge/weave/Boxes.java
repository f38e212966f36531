package io.github.flinkagentsbridge.weave;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.MethodInsnNode;

import java.util.Map;

/** The classes that stand for primitive types where an object is wanted. */
final class Boxes {

    private static final Map<Type, String> BOXES =
            Map.of(
                    Type.BOOLEAN_TYPE, "java/lang/Boolean",
                    Type.BYTE_TYPE, "java/lang/Byte",
                    Type.CHAR_TYPE, "java/lang/Character",
                    Type.SHORT_TYPE, "java/lang/Short",
                    Type.INT_TYPE, "java/lang/Integer",
                    Type.LONG_TYPE, "java/lang/Long",
                    Type.FLOAT_TYPE, "java/lang/Float",
                    Type.DOUBLE_TYPE, "java/lang/Double");

    private Boxes() {}

    /** Internal name of the class that a value of the type has as an object. */
    static String of(Type type) {
        return BOXES.getOrDefault(type, type.getInternalName());
    }

    /** Makes a primitive out of its box on the stack; nothing for a type that is none. */
    static void unbox(InsnList code, Type type) {
        if (BOXES.containsKey(type)) {
            String name = type.getClassName() + "Value";
            code.add(
                    new MethodInsnNode(
                            Opcodes.INVOKEVIRTUAL, of(type), name, "()" + type.getDescriptor()));
        }
    }
}
