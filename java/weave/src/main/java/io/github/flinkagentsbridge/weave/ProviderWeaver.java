package io.github.flinkagentsbridge.weave;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Mends {@code JavaResourceProvider.provide} of Flink Agents 0.2.x and 0.3.x. It takes the class
 * name out of a shared map, so of two threads that ask for one resource at once the second finds
 * none. From 0.2.1 on it looks for the class by the thread's class loader, which the threads of
 * CPython do not have.
 */
final class ProviderWeaver {

    static final String TARGET =
            "org/apache/flink/agents/plan/resourceprovider/JavaResourceProvider";

    private static final String CLASS_NAMES = "io/github/flinkagentsbridge/agents/ClassNames";
    private static final String THREAD = "java/lang/Thread";
    private static final String OBJECT = "Ljava/lang/Object;";
    private static final String LOADER = "Ljava/lang/ClassLoader;";
    private static final String FIELD = "bridge$loader";

    private ProviderWeaver() {}

    /** Mends the class, and says whether there was anything to mend. */
    static boolean weave(ClassNode node) {
        boolean names = false;
        boolean loaders = false;
        for (MethodNode method : node.methods) {
            names |= shareName(method);
            loaders |= method.name.equals("provide") && findLoader(method);
        }
        if (loaders) {
            keepReadersLoader(node);
        }
        return names || loaders;
    }

    private static boolean shareName(MethodNode method) {
        boolean found = false;
        for (AbstractInsnNode instruction : method.instructions.toArray()) {
            if (ClassMembers.isCall(
                    instruction, "java/util/Map", "remove", "(" + OBJECT + ")" + OBJECT)) {
                String descriptor = "(Ljava/util/Map;" + OBJECT + ")" + OBJECT;
                method.instructions.set(instruction, ours("take", descriptor));
                found = true;
            }
        }
        return found;
    }

    private static boolean findLoader(MethodNode method) {
        boolean found = false;
        for (AbstractInsnNode instruction : method.instructions.toArray()) {
            if (ClassMembers.isCall(instruction, THREAD, "getContextClassLoader", "()" + LOADER)) {
                InsnList readers = new InsnList();
                readers.add(new VarInsnNode(Opcodes.ALOAD, 0));
                readers.add(new FieldInsnNode(Opcodes.GETFIELD, TARGET, FIELD, LOADER));
                method.instructions.insertBefore(instruction, readers);
                String descriptor = "(L" + THREAD + ";" + LOADER + ")" + LOADER;
                method.instructions.set(instruction, ours("loader", descriptor));
                found = true;
            }
        }
        return found;
    }

    private static MethodInsnNode ours(String name, String descriptor) {
        return new MethodInsnNode(Opcodes.INVOKESTATIC, CLASS_NAMES, name, descriptor);
    }

    /** The plan is read on the task's thread, which has the loader of the user's classes. */
    private static void keepReadersLoader(ClassNode node) {
        SeamMembers.addField(node, FIELD, LOADER);
        for (MethodNode method : node.methods) {
            for (AbstractInsnNode instruction : method.instructions.toArray()) {
                if (method.name.equals("<init>") && instruction.getOpcode() == Opcodes.RETURN) {
                    method.instructions.insertBefore(instruction, setLoader());
                }
            }
        }
    }

    private static InsnList setLoader() {
        InsnList code = new InsnList();
        code.add(new VarInsnNode(Opcodes.ALOAD, 0));
        code.add(
                new MethodInsnNode(
                        Opcodes.INVOKESTATIC, THREAD, "currentThread", "()L" + THREAD + ";"));
        code.add(
                new MethodInsnNode(
                        Opcodes.INVOKEVIRTUAL, THREAD, "getContextClassLoader", "()" + LOADER));
        code.add(new FieldInsnNode(Opcodes.PUTFIELD, TARGET, FIELD, LOADER));
        return code;
    }
}
