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

    /** Seen by every loader where the agent has put it on the boot class path. */
    static final String GUARD = "io/github/flinkagentsbridge/agents/MemoryGuard";

    /** Travels in a patched jar. */
    static final String DOOR = "io/github/flinkagentsbridge/patched/MemoryDoor";

    private static final String STRING = "Ljava/lang/String;";
    private static final String OBJECT = "Ljava/lang/Object;";

    private final ClassNode node;
    private final String guard;

    private MemoryWeaver(ClassNode node, String guard) {
        this.node = node;
        this.guard = guard;
    }

    /**
     * Guards the class; leaves it alone, and says no, if a member that is needed is missing, or if
     * a patched jar has brought it guarded.
     *
     * @param guard the class to call
     */
    static boolean weave(ClassNode node, String guard) {
        Optional<MethodNode> set = ClassMembers.method(node, "set", "(" + STRING + OBJECT + ")");
        Optional<MethodNode> getValue = ClassMembers.method(node, "getValue", "()" + OBJECT);
        Optional<MethodNode> getFields =
                ClassMembers.method(node, "getFields", "()Ljava/util/Map;");
        boolean hasPrefix =
                node.fields.stream()
                        .anyMatch(f -> f.name.equals("prefix") && f.desc.equals(STRING));
        if (!hasPrefix
                || set.isEmpty()
                || getValue.isEmpty()
                || getFields.isEmpty()
                || isGuarded(set.get())) {
            return false;
        }
        MemoryWeaver weaver = new MemoryWeaver(node, guard);
        weaver.guardStore(set.get());
        weaver.guardReads(getValue.get(), "afterRead", OBJECT);
        weaver.guardReads(getFields.get(), "afterReadFields", "Ljava/util/Map;");
        return true;
    }

    private static boolean isGuarded(MethodNode set) {
        for (AbstractInsnNode instruction : set.instructions) {
            if (instruction instanceof MethodInsnNode
                    && ((MethodInsnNode) instruction).owner.equals(DOOR)) {
                return true;
            }
        }
        return false;
    }

    private void guardStore(MethodNode method) {
        InsnList check = loadPrefix();
        check.add(new VarInsnNode(Opcodes.ALOAD, 1));
        check.add(new VarInsnNode(Opcodes.ALOAD, 2));
        check.add(call("beforeStore", "(" + STRING + STRING + OBJECT + ")V"));
        method.instructions.insert(check);
    }

    private void guardReads(MethodNode method, String name, String type) {
        for (AbstractInsnNode instruction : method.instructions.toArray()) {
            if (instruction.getOpcode() == Opcodes.ARETURN) {
                InsnList check = loadPrefix();
                check.add(call(name, "(" + type + STRING + ")" + type));
                method.instructions.insertBefore(instruction, check);
            }
        }
    }

    private InsnList loadPrefix() {
        InsnList load = new InsnList();
        load.add(new VarInsnNode(Opcodes.ALOAD, 0));
        load.add(new FieldInsnNode(Opcodes.GETFIELD, node.name, "prefix", STRING));
        return load;
    }

    private MethodInsnNode call(String name, String descriptor) {
        return new MethodInsnNode(Opcodes.INVOKESTATIC, guard, name, descriptor);
    }
}
