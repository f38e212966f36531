package io.github.flinkagentsbridge.weave;

import static io.github.flinkagentsbridge.weave.Target.CONFIG;
import static io.github.flinkagentsbridge.weave.Target.INTERPRETER;
import static io.github.flinkagentsbridge.weave.Target.INTERPRETER_DISPATCH;
import static io.github.flinkagentsbridge.weave.Target.INTERPRETER_SEAM;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** What {@code PythonInterpreter} gets beyond routed methods: other ways to start, or not to. */
final class InterpreterWeaver {

    private static final String BOUND = "Lio/github/flinkagentsbridge/pemja/BoundInterpreter;";
    private static final String MAKE = "(L" + CONFIG + ";)V";

    /** The second parameter only tells the constructors apart. */
    private static final String MAKE_WITHOUT_STATE =
            "(L" + CONFIG + ";L" + INTERPRETER_SEAM + ";)V";

    private InterpreterWeaver() {}

    static void finish(ClassNode node) {
        MethodNode constructor = constructor(node);
        node.methods.add(withoutState(constructor));
        MethodInsnNode initialize = initializeCall(constructor);
        constructor.instructions.set(
                initialize,
                new MethodInsnNode(
                        Opcodes.INVOKESTATIC,
                        INTERPRETER_DISPATCH,
                        "construct",
                        "(L" + INTERPRETER_SEAM + ";Ljava/lang/Object;)V"));
        SeamMembers.addAttachment(node, "bridge$attachment", BOUND);
        SeamMembers.addGetter(node, "bridge$threadState", "tState", "J");
        addSecondary(node);
        addInitialize(node);
        addStart(node);
    }

    static MethodNode constructor(ClassNode node) {
        return node.methods.stream()
                .filter(method -> method.name.equals("<init>") && method.desc.equals(MAKE))
                .findFirst()
                .orElseThrow();
    }

    /**
     * The call by which Pemja's constructor starts the native interpreter; null if there is none.
     */
    static MethodInsnNode initializeCall(MethodNode constructor) {
        for (AbstractInsnNode instruction : constructor.instructions) {
            if (instruction instanceof MethodInsnNode
                    && ((MethodInsnNode) instruction).owner.equals(INTERPRETER)
                    && ((MethodInsnNode) instruction).name.equals("initialize")) {
                return (MethodInsnNode) instruction;
            }
        }
        return null;
    }

    /** A copy of the constructor that sets fields only. */
    private static MethodNode withoutState(MethodNode constructor) {
        MethodNode copy =
                new MethodNode(Opcodes.ACC_SYNTHETIC, "<init>", MAKE_WITHOUT_STATE, null, null);
        constructor.accept(copy);
        copy.localVariables = null;
        copy.instructions.set(initializeCall(copy), new InsnNode(Opcodes.POP2));
        return copy;
    }

    private static void addSecondary(ClassNode node) {
        MethodNode method =
                SeamMembers.method(node, "bridge$secondary", "()L" + INTERPRETER_SEAM + ";");
        method.visitTypeInsn(Opcodes.NEW, INTERPRETER);
        method.visitInsn(Opcodes.DUP);
        method.visitInsn(Opcodes.ACONST_NULL);
        method.visitInsn(Opcodes.ACONST_NULL);
        method.visitMethodInsn(
                Opcodes.INVOKESPECIAL, INTERPRETER, "<init>", MAKE_WITHOUT_STATE, false);
        method.visitInsn(Opcodes.ARETURN);
    }

    private static void addInitialize(ClassNode node) {
        MethodNode method = SeamMembers.method(node, "bridge$initialize", "(Ljava/lang/Object;)V");
        method.visitVarInsn(Opcodes.ALOAD, 0);
        method.visitVarInsn(Opcodes.ALOAD, 1);
        method.visitTypeInsn(Opcodes.CHECKCAST, CONFIG);
        method.visitMethodInsn(Opcodes.INVOKESPECIAL, INTERPRETER, "initialize", MAKE, false);
        method.visitInsn(Opcodes.RETURN);
    }

    private static void addStart(ClassNode node) {
        MethodNode method = SeamMembers.method(node, "bridge$start", "(I)V");
        method.visitVarInsn(Opcodes.ALOAD, 0);
        method.visitVarInsn(Opcodes.ALOAD, 0);
        method.visitVarInsn(Opcodes.ILOAD, 1);
        method.visitMethodInsn(Opcodes.INVOKESPECIAL, INTERPRETER, "init", "(I)J", false);
        method.visitFieldInsn(Opcodes.PUTFIELD, INTERPRETER, "tState", "J");
        method.visitInsn(Opcodes.RETURN);
    }
}
