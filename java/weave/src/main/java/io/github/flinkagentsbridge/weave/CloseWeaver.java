package io.github.flinkagentsbridge.weave;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

import java.util.List;
import java.util.Optional;

/**
 * The close of the operator's Python side: has the interpreter closed also where the close of
 * {@code PythonActionExecutor} fails, and has threads that were left told rather than thrown. The
 * operator of 0.2.x closes its interpreter itself, in 0.3.x {@code PythonBridgeManager} does.
 */
final class CloseWeaver {

    static final String EXECUTOR = AwaitableWeaver.TARGET;
    static final List<String> OPERATORS =
            List.of(
                    OperatorWeaver.TARGET,
                    "org/apache/flink/agents/runtime/operator/PythonBridgeManager");

    private static final String CLOSE = "io/github/flinkagentsbridge/agents/OperatorClose";
    private static final String INTERPRETER = "L" + Target.INTERPRETER + ";";

    private CloseWeaver() {}

    /** Wraps the method; false if it or the interpreter is not found. */
    static boolean weaveExecutor(ClassNode node) {
        Optional<FieldNode> interpreter =
                node.fields.stream().filter(field -> field.desc.equals(INTERPRETER)).findFirst();
        for (MethodNode method : List.copyOf(node.methods)) {
            if (method.name.equals("close")
                    && method.desc.equals("()V")
                    && interpreter.isPresent()) {
                InsnList leading = new InsnList();
                leading.add(new VarInsnNode(Opcodes.ALOAD, 0));
                leading.add(
                        new FieldInsnNode(
                                Opcodes.GETFIELD, node.name, interpreter.get().name, INTERPRETER));
                MethodInsnNode around =
                        new MethodInsnNode(Opcodes.INVOKESTATIC, CLOSE, "closeExecutor", "()V");
                BodyWrap.wrap(node, method, leading, "Ljava/lang/Object;", around);
                return true;
            }
        }
        return false;
    }

    /** Redirects the interpreter's close; false if the class has none. */
    static boolean weaveOperator(ClassNode node) {
        boolean woven = false;
        for (MethodNode method : node.methods) {
            for (AbstractInsnNode instruction : method.instructions.toArray()) {
                if (isClose(instruction)) {
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

    private static boolean isClose(AbstractInsnNode instruction) {
        if (!(instruction instanceof MethodInsnNode)) {
            return false;
        }
        MethodInsnNode call = (MethodInsnNode) instruction;
        return call.owner.equals(Target.INTERPRETER)
                && call.name.equals("close")
                && call.desc.equals("()V");
    }
}
