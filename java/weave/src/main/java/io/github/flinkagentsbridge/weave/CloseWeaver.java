package io.github.flinkagentsbridge.weave;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

import java.util.List;

/**
 * The operator's close: has the interpreter closed also where what comes before it fails, and has
 * threads that were left told rather than thrown. The operator of 0.2.x closes its interpreter
 * itself, in 0.3.x {@code PythonBridgeManager} does.
 */
final class CloseWeaver {

    /** Those that close an interpreter, of whichever release. */
    static final List<String> CLOSERS =
            List.of(
                    OperatorWeaver.TARGET,
                    "org/apache/flink/agents/runtime/operator/PythonBridgeManager");

    private static final String CLOSE = "io/github/flinkagentsbridge/agents/OperatorClose";

    private CloseWeaver() {}

    /** Wraps the operator's close; false if it has none. */
    static boolean weaveOperator(ClassNode node) {
        return OperatorWeaver.wrap(node, "close", CLOSE);
    }

    /** Redirects the interpreter's close; false if the class has none. */
    static boolean weaveInterpreter(ClassNode node) {
        boolean woven = false;
        for (MethodNode method : node.methods) {
            for (AbstractInsnNode instruction : method.instructions.toArray()) {
                if (ClassMembers.isCall(instruction, Target.INTERPRETER, "close", "()V")) {
                    method.instructions.set(
                            instruction,
                            new MethodInsnNode(
                                    Opcodes.INVOKESTATIC,
                                    CLOSE,
                                    "closeInterpreter",
                                    "(Ljava/lang/Object;)V"));
                    woven = true;
                }
            }
        }
        return woven;
    }
}
