package io.github.flinkagentsbridge.weave;

import static io.github.flinkagentsbridge.weave.Target.HANDLE_DISPATCH;
import static io.github.flinkagentsbridge.weave.Target.HANDLE_SEAM;
import static io.github.flinkagentsbridge.weave.Target.ITERATOR_SEAM;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/** What handles get beyond routed methods: their maker's mark, and entry on the calling thread. */
final class HandleWeaver {

    private static final String RECORD = "Lio/github/flinkagentsbridge/pemja/HandleRecord;";

    /** The third parameter only tells the constructors apart. */
    private static final String MAKE_BARE = "(JJ" + RECORD + ")V";

    /** Descriptor of the native method by which an iterator asks for its next element. */
    private static final String ADVANCE = "(JJ)Ljava/lang/Object;";

    private HandleWeaver() {}

    static void finish(ClassNode node) {
        enterOnCallingThread(node);
        markAtBirth(node);
        SeamMembers.addAttachment(node, "bridge$record", RECORD);
        SeamMembers.addGetter(node, "bridge$threadState", "tState", "J");
        SeamMembers.addGetter(node, "bridge$pointer", "pyobject", "J");
        addBare(node);
        addDecRef(node);
    }

    /**
     * A constructor that does what Pemja's does, and does not register; see {@code bridge$bare}.
     */
    private static void addBare(ClassNode node) {
        MethodNode constructor =
                (MethodNode)
                        node.visitMethod(Opcodes.ACC_SYNTHETIC, "<init>", MAKE_BARE, null, null);
        constructor.visitVarInsn(Opcodes.ALOAD, 0);
        constructor.visitMethodInsn(Opcodes.INVOKESPECIAL, node.superName, "<init>", "()V", false);
        constructor.visitVarInsn(Opcodes.ALOAD, 0);
        constructor.visitInsn(Opcodes.LCONST_0);
        constructor.visitFieldInsn(Opcodes.PUTFIELD, node.name, "tState", "J");
        constructor.visitVarInsn(Opcodes.ALOAD, 0);
        constructor.visitInsn(Opcodes.LCONST_0);
        constructor.visitFieldInsn(Opcodes.PUTFIELD, node.name, "pyobject", "J");
        constructor.visitInsn(Opcodes.RETURN);
        MethodNode bare = SeamMembers.method(node, "bridge$bare", "()L" + HANDLE_SEAM + ";");
        bare.visitTypeInsn(Opcodes.NEW, node.name);
        bare.visitInsn(Opcodes.DUP);
        bare.visitInsn(Opcodes.LCONST_0);
        bare.visitInsn(Opcodes.LCONST_0);
        bare.visitInsn(Opcodes.ACONST_NULL);
        bare.visitMethodInsn(Opcodes.INVOKESPECIAL, node.name, "<init>", MAKE_BARE, false);
        bare.visitInsn(Opcodes.ARETURN);
    }

    private static void addDecRef(ClassNode node) {
        MethodNode method = SeamMembers.method(node, "bridge$decRef", "(JJ)V");
        method.visitVarInsn(Opcodes.ALOAD, 0);
        method.visitVarInsn(Opcodes.LLOAD, 1);
        method.visitVarInsn(Opcodes.LLOAD, 3);
        method.visitMethodInsn(Opcodes.INVOKESPECIAL, node.name, "decRef", "(JJ)V", false);
        method.visitInsn(Opcodes.RETURN);
    }

    static void finishIterator(ClassNode node) {
        enterOnCallingThread(node);
        advanceThroughDispatch(node);
    }

    /** Pemja's call of its native method goes through the dispatch, too (R14). */
    private static void advanceThroughDispatch(ClassNode node) {
        for (MethodNode method : node.methods) {
            for (AbstractInsnNode instruction : method.instructions.toArray()) {
                if (instruction instanceof MethodInsnNode
                        && ((MethodInsnNode) instruction).name.equals("next")
                        && ((MethodInsnNode) instruction).desc.equals(ADVANCE)) {
                    method.instructions.set(
                            instruction,
                            new MethodInsnNode(
                                    Opcodes.INVOKESTATIC,
                                    HANDLE_DISPATCH,
                                    "advance",
                                    "(L" + ITERATOR_SEAM + ";JJ)Ljava/lang/Object;"));
                }
            }
        }
    }

    /** Each read of the maker's thread state becomes a question for the calling thread's (B6). */
    private static void enterOnCallingThread(ClassNode node) {
        for (MethodNode method : node.methods) {
            for (AbstractInsnNode instruction : method.instructions.toArray()) {
                if (instruction.getOpcode() == Opcodes.GETFIELD
                        && ((FieldInsnNode) instruction).name.equals("tState")) {
                    method.instructions.set(instruction, dispatch("threadState", "J"));
                }
            }
        }
    }

    private static void markAtBirth(ClassNode node) {
        for (MethodNode method : node.methods) {
            if (!method.name.equals("<init>")) {
                continue;
            }
            for (AbstractInsnNode instruction : method.instructions.toArray()) {
                if (instruction.getOpcode() == Opcodes.RETURN) {
                    InsnList mark = new InsnList();
                    mark.add(new VarInsnNode(Opcodes.ALOAD, 0));
                    mark.add(dispatch("born", "V"));
                    method.instructions.insertBefore(instruction, mark);
                }
            }
        }
    }

    private static MethodInsnNode dispatch(String name, String result) {
        return new MethodInsnNode(
                Opcodes.INVOKESTATIC, HANDLE_DISPATCH, name, "(L" + HANDLE_SEAM + ";)" + result);
    }
}
