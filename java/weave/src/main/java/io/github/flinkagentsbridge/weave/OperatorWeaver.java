package io.github.flinkagentsbridge.weave;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

import java.util.List;

/**
 * Puts a scope round {@code open()} of Flink Agents' operator, so that its parts know each other.
 */
final class OperatorWeaver {

    static final String TARGET = "org/apache/flink/agents/runtime/operator/ActionExecutionOperator";

    private static final String SCOPE = "io/github/flinkagentsbridge/agents/OperatorScope";

    private OperatorWeaver() {}

    /** Wraps the method; false if the class has none. */
    static boolean weave(ClassNode node) {
        for (MethodNode method : List.copyOf(node.methods)) {
            if (method.name.equals("open") && method.desc.equals("()V")) {
                MethodInsnNode around =
                        new MethodInsnNode(Opcodes.INVOKESTATIC, SCOPE, "open", "()V");
                BodyWrap.wrap(node, method, new InsnList(), "", around);
                return true;
            }
        }
        return false;
    }
}
