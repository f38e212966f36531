package io.github.flinkagentsbridge.weave;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

import java.util.Optional;

/** Has no checkpoint taken between an action's error and the end of its task. */
final class FailedActionsWeaver {

    private static final String RUNTIME = "io/github/flinkagentsbridge/agents/FailedActions";
    private static final String OBJECT = "Ljava/lang/Object;";
    private static final String STEP = "processActionTaskForKey";
    private static final String CONTEXT = "Lorg/apache/flink/runtime/state/StateSnapshotContext;";

    private FailedActionsWeaver() {}

    /** Wraps a step of a key's actions and looks before a checkpoint; false if one is not there. */
    static boolean weave(ClassNode node) {
        Optional<MethodNode> step = ClassMembers.method(node, STEP, "(" + OBJECT + ")V");
        Optional<MethodNode> snapshot =
                ClassMembers.method(node, "snapshotState", "(" + CONTEXT + ")V");
        if (step.isEmpty() || snapshot.isEmpty()) {
            return false;
        }
        snapshot.get().instructions.insert(look());
        InsnList leading = new InsnList();
        leading.add(new VarInsnNode(Opcodes.ALOAD, 0));
        leading.add(new VarInsnNode(Opcodes.ALOAD, 1));
        BodyWrap.wrap(node, step.get(), leading, OBJECT + OBJECT, call(STEP, "()V"));
        return true;
    }

    private static InsnList look() {
        InsnList look = new InsnList();
        look.add(new VarInsnNode(Opcodes.ALOAD, 0));
        look.add(call("beforeSnapshot", "(" + OBJECT + ")V"));
        return look;
    }

    private static MethodInsnNode call(String name, String descriptor) {
        return new MethodInsnNode(Opcodes.INVOKESTATIC, RUNTIME, name, descriptor);
    }
}
