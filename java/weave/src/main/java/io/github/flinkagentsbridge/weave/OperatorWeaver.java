package io.github.flinkagentsbridge.weave;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

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
        return wrap(node, "open", SCOPE);
    }

    /** Hands the operator and its method's body to the runtime's method of the same name. */
    static boolean wrap(ClassNode node, String name, String runtime) {
        for (MethodNode method : List.copyOf(node.methods)) {
            if (method.name.equals(name) && method.desc.equals("()V")) {
                InsnList operator = new InsnList();
                operator.add(new VarInsnNode(Opcodes.ALOAD, 0));
                MethodInsnNode around =
                        new MethodInsnNode(Opcodes.INVOKESTATIC, runtime, name, "()V");
                BodyWrap.wrap(node, method, operator, "Ljava/lang/Object;", around);
                return true;
            }
        }
        return false;
    }
}
