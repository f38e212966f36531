package io.github.flinkagentsbridge.weave;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/** Has the operator go on with its own keys only after a restore. */
final class RestoredKeysWeaver {

    private static final String KEYS = "io/github/flinkagentsbridge/agents/RestoredKeys";
    private static final String STATE = "Lorg/apache/flink/api/common/state/ListState;";
    private static final String FIELD = "currentProcessingKeysOpState";

    private RestoredKeysWeaver() {}

    /** Looks at the keys first; true as well where the release keeps to its own by itself. */
    static boolean weave(ClassNode node) {
        if (node.fields.stream().noneMatch(field -> field.name.equals(FIELD))) {
            return node.name.equals(OperatorWeaver.TARGET); // 0.3.x, which filters them
        }
        for (MethodNode method : node.methods) {
            if (method.name.equals("tryResumeProcessActionTasks") && method.desc.equals("()V")) {
                method.instructions.insert(look(node));
                return true;
            }
        }
        return false;
    }

    private static InsnList look(ClassNode node) {
        InsnList look = new InsnList();
        look.add(new VarInsnNode(Opcodes.ALOAD, 0));
        look.add(new VarInsnNode(Opcodes.ALOAD, 0));
        look.add(new FieldInsnNode(Opcodes.GETFIELD, node.name, FIELD, STATE));
        look.add(
                new MethodInsnNode(
                        Opcodes.INVOKESTATIC,
                        KEYS,
                        "keepOwn",
                        "(Ljava/lang/Object;Ljava/lang/Object;)V"));
        return look;
    }
}
