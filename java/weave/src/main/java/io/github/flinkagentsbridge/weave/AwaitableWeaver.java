package io.github.flinkagentsbridge.weave;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

import java.util.Optional;

/**
 * Keeps the awaitables of actions in Java. Flink Agents sets a variable for each and never deletes
 * it, since bare handles gave it no reference to rely on; the bridge's do (H4).
 */
final class AwaitableWeaver {

    static final String TARGET =
            "org/apache/flink/agents/runtime/python/utils/PythonActionExecutor";

    private static final String AWAITABLES = "io/github/flinkagentsbridge/agents/Awaitables";
    private static final String HOLDER = "io/github/flinkagentsbridge/agents/AwaitableHolder";
    private static final String STRING = "Ljava/lang/String;";
    private static final String OBJECT = "Ljava/lang/Object;";

    private AwaitableWeaver() {}

    /** Redirects the variable's setting, reading and end; does nothing unless all are found. */
    static boolean weave(ClassNode node) {
        Optional<MethodNode> step = step(node);
        Optional<MethodInsnNode> get = step.flatMap(method -> call(method, "get", STRING, OBJECT));
        Optional<MethodInsnNode> set =
                ClassMembers.method(node, "executePythonFunction", "")
                        .flatMap(method -> call(method, "set", STRING + OBJECT, "V"));
        if (get.isEmpty() || set.isEmpty()) {
            return false;
        }
        node.interfaces.add(HOLDER);
        SeamMembers.addAttachment(node, "bridge$awaitables", "L" + AWAITABLES + ";");
        redirect(ClassMembers.method(node, "executePythonFunction", "").get(), set.get(), "keep");
        redirect(step.get(), get.get(), "find");
        wrapStep(node, step.get());
        return true;
    }

    private static Optional<MethodNode> step(ClassNode node) {
        return ClassMembers.method(node, "callPythonAwaitable", "(" + STRING + ")Z");
    }

    private static Optional<MethodInsnNode> call(
            MethodNode method, String name, String arguments, String result) {
        String descriptor = "(" + arguments + ")" + result;
        for (AbstractInsnNode instruction : method.instructions) {
            if (ClassMembers.isCall(instruction, Target.INTERPRETER, name, descriptor)) {
                return Optional.of((MethodInsnNode) instruction);
            }
        }
        return Optional.empty();
    }

    /** The interpreter is on the stack as before; the executor, which holds them, comes last. */
    private static void redirect(MethodNode method, MethodInsnNode call, String name) {
        String descriptor = "(" + OBJECT + call.desc.substring(1).replace(")", "L" + HOLDER + ";)");
        method.instructions.insertBefore(call, new VarInsnNode(Opcodes.ALOAD, 0));
        method.instructions.set(
                call, new MethodInsnNode(Opcodes.INVOKESTATIC, AWAITABLES, name, descriptor));
    }

    private static void wrapStep(ClassNode node, MethodNode step) {
        InsnList leading = new InsnList();
        leading.add(new VarInsnNode(Opcodes.ALOAD, 0));
        leading.add(new VarInsnNode(Opcodes.ALOAD, 1));
        MethodInsnNode around = new MethodInsnNode(Opcodes.INVOKESTATIC, AWAITABLES, "step", "()V");
        BodyWrap.wrap(node, step, leading, "L" + HOLDER + ";" + STRING, around);
    }
}
