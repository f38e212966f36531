package io.github.flinkagentsbridge.weave;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

import java.util.Optional;

/**
 * Puts the guard into {@code MemoryObjectImpl} of Flink Agents (B9): values are looked through
 * before they are stored and after they are read.
 */
final class MemoryWeaver {

    static final String TARGET = "org/apache/flink/agents/runtime/memory/MemoryObjectImpl";

    private static final String GUARD = "io/github/flinkagentsbridge/agents/MemoryGuard";
    private static final String STRING = "Ljava/lang/String;";
    private static final String OBJECT = "Ljava/lang/Object;";

    private MemoryWeaver() {}

    /** Guards the class; leaves it alone, and says no, if a member that is needed is missing. */
    static boolean weave(ClassNode node) {
        Optional<MethodNode> set = method(node, "set", "(" + STRING + OBJECT + ")");
        Optional<MethodNode> getValue = method(node, "getValue", "()" + OBJECT);
        Optional<MethodNode> getFields = method(node, "getFields", "()Ljava/util/Map;");
        boolean hasPrefix =
                node.fields.stream()
                        .anyMatch(f -> f.name.equals("prefix") && f.desc.equals(STRING));
        if (!hasPrefix || set.isEmpty() || getValue.isEmpty() || getFields.isEmpty()) {
            return false;
        }
        guardStore(node, set.get());
        guardReads(node, getValue.get(), "afterRead", OBJECT);
        guardReads(node, getFields.get(), "afterReadFields", "Ljava/util/Map;");
        return true;
    }

    private static Optional<MethodNode> method(ClassNode node, String name, String start) {
        return node.methods.stream()
                .filter(method -> method.name.equals(name) && method.desc.startsWith(start))
                .findFirst();
    }

    private static void guardStore(ClassNode node, MethodNode method) {
        InsnList guard = loadPrefix(node);
        guard.add(new VarInsnNode(Opcodes.ALOAD, 1));
        guard.add(new VarInsnNode(Opcodes.ALOAD, 2));
        guard.add(call("beforeStore", "(" + STRING + STRING + OBJECT + ")V"));
        method.instructions.insert(guard);
    }

    private static void guardReads(ClassNode node, MethodNode method, String name, String type) {
        for (AbstractInsnNode instruction : method.instructions.toArray()) {
            if (instruction.getOpcode() == Opcodes.ARETURN) {
                InsnList guard = loadPrefix(node);
                guard.add(call(name, "(" + type + STRING + ")" + type));
                method.instructions.insertBefore(instruction, guard);
            }
        }
    }

    private static InsnList loadPrefix(ClassNode node) {
        InsnList load = new InsnList();
        load.add(new VarInsnNode(Opcodes.ALOAD, 0));
        load.add(new FieldInsnNode(Opcodes.GETFIELD, node.name, "prefix", STRING));
        return load;
    }

    private static MethodInsnNode call(String name, String descriptor) {
        return new MethodInsnNode(Opcodes.INVOKESTATIC, GUARD, name, descriptor);
    }
}
