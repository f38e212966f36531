package io.github.flinkagentsbridge.weave;

import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Hands the body of an instance method to a static method of the runtime, as a {@code Callable}.
 * The body moves to a private method, so that neither reflection nor a type of ours in the class is
 * needed; the new body has no branch.
 */
final class BodyWrap {

    private static final String CALLABLE = "java/util/concurrent/Callable";
    private static final String OBJECT = "Ljava/lang/Object;";
    private static final Handle METAFACTORY =
            new Handle(
                    Opcodes.H_INVOKESTATIC,
                    "java/lang/invoke/LambdaMetafactory",
                    "metafactory",
                    "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;"
                            + "Ljava/lang/invoke/MethodType;Ljava/lang/invoke/MethodType;"
                            + "Ljava/lang/invoke/MethodHandle;Ljava/lang/invoke/MethodType;)"
                            + "Ljava/lang/invoke/CallSite;",
                    false);

    private BodyWrap() {}

    /**
     * @param around the static method that is given the body last
     * @param leading what to put on the stack before the body
     * @param leadingTypes the descriptors of that
     */
    static void wrap(
            ClassNode node,
            MethodNode method,
            InsnList leading,
            String leadingTypes,
            MethodInsnNode around) {
        Type result = Type.getReturnType(method.desc);
        boolean isVoid = result.getSort() == Type.VOID;
        MethodNode wrapper = moveAside(node, method);
        InsnList code = wrapper.instructions;
        code.add(leading);
        code.add(new VarInsnNode(Opcodes.ALOAD, 0));
        loadArguments(code, method.desc);
        code.add(body(node, method, result));
        String type = isVoid ? "Ljava/lang/Runnable;" : "L" + CALLABLE + ";";
        around.desc = "(" + leadingTypes + type + ")" + (isVoid ? "V" : OBJECT);
        code.add(around);
        giveBack(code, result);
    }

    /** The body becomes private, so that a subclass may have the same method wrapped. */
    private static MethodNode moveAside(ClassNode node, MethodNode method) {
        MethodNode wrapper =
                new MethodNode(
                        method.access & ~Opcodes.ACC_SYNCHRONIZED,
                        method.name,
                        method.desc,
                        method.signature,
                        method.exceptions.toArray(new String[0]));
        wrapper.visibleAnnotations = method.visibleAnnotations;
        method.visibleAnnotations = null;
        method.name = freeName(node, method.name);
        method.access =
                Opcodes.ACC_PRIVATE
                        | Opcodes.ACC_SYNTHETIC
                        | method.access & Opcodes.ACC_SYNCHRONIZED;
        method.signature = null;
        node.methods.add(wrapper);
        return wrapper;
    }

    /** A method may be wrapped more than once. */
    private static String freeName(ClassNode node, String wrapped) {
        String name = "bridge$" + wrapped;
        boolean taken = node.methods.stream().map(other -> other.name).anyMatch(name::equals);
        return taken ? freeName(node, name) : name;
    }

    private static void loadArguments(InsnList code, String descriptor) {
        int slot = 1;
        for (Type argument : Type.getArgumentTypes(descriptor)) {
            code.add(new VarInsnNode(argument.getOpcode(Opcodes.ILOAD), slot));
            slot += argument.getSize();
        }
    }

    private static InvokeDynamicInsnNode body(ClassNode node, MethodNode method, Type result) {
        boolean isVoid = result.getSort() == Type.VOID;
        String type = isVoid ? "java/lang/Runnable" : CALLABLE;
        String erased = isVoid ? "()V" : "()" + OBJECT;
        String arguments = method.desc.substring(1, method.desc.indexOf(')'));
        return new InvokeDynamicInsnNode(
                isVoid ? "run" : "call",
                "(L" + node.name + ";" + arguments + ")L" + type + ";",
                METAFACTORY,
                Type.getMethodType(erased),
                new Handle(Opcodes.H_INVOKESPECIAL, node.name, method.name, method.desc, false),
                Type.getMethodType(isVoid ? "()V" : "()L" + Boxes.of(result) + ";"));
    }

    private static void giveBack(InsnList code, Type result) {
        if (result.getSort() != Type.VOID) {
            code.add(new TypeInsnNode(Opcodes.CHECKCAST, Boxes.of(result)));
            Boxes.unbox(code, result);
        }
        code.add(new InsnNode(result.getOpcode(Opcodes.IRETURN)));
    }
}
