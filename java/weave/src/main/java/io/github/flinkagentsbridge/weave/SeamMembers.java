package io.github.flinkagentsbridge.weave;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/** Members that every woven class gets for its seam interface. */
final class SeamMembers {

    private static final String ATTACHMENT = "bridge$attachment";
    private static final String BORN = "bridge$born";
    private static final String BOUND = "Lio/github/flinkagentsbridge/pemja/BoundInterpreter;";

    private SeamMembers() {}

    /** A place for our state; transient, so that no serialiser follows it (H6). */
    static void addAttachment(ClassNode node) {
        int access = Opcodes.ACC_PRIVATE | Opcodes.ACC_TRANSIENT | Opcodes.ACC_SYNTHETIC;
        node.visitField(access, ATTACHMENT, BOUND, null, null).visitEnd();
        addGetter(node, ATTACHMENT, ATTACHMENT, BOUND, Opcodes.ARETURN);
        MethodNode setter = method(node, "bridge$attach", "(" + BOUND + ")V");
        setter.visitVarInsn(Opcodes.ALOAD, 0);
        setter.visitVarInsn(Opcodes.ALOAD, 1);
        setter.visitFieldInsn(Opcodes.PUTFIELD, node.name, ATTACHMENT, BOUND);
        setter.visitInsn(Opcodes.RETURN);
    }

    /** A mark that only a constructor sets; transient, so that no serialiser restores it (B9). */
    static void addBirthMark(ClassNode node) {
        int access = Opcodes.ACC_PRIVATE | Opcodes.ACC_TRANSIENT | Opcodes.ACC_SYNTHETIC;
        node.visitField(access, BORN, "Z", null, null).visitEnd();
        addGetter(node, "bridge$isBorn", BORN, "Z", Opcodes.IRETURN);
        MethodNode setter = method(node, "bridge$setBorn", "()V");
        setter.visitVarInsn(Opcodes.ALOAD, 0);
        setter.visitInsn(Opcodes.ICONST_1);
        setter.visitFieldInsn(Opcodes.PUTFIELD, node.name, BORN, "Z");
        setter.visitInsn(Opcodes.RETURN);
    }

    /** The thread state that Pemja noted in the object. */
    static void addThreadState(ClassNode node) {
        addGetter(node, "bridge$threadState", "tState", "J", Opcodes.LRETURN);
    }

    private static void addGetter(
            ClassNode node, String name, String field, String descriptor, int give) {
        MethodNode getter = method(node, name, "()" + descriptor);
        getter.visitVarInsn(Opcodes.ALOAD, 0);
        getter.visitFieldInsn(Opcodes.GETFIELD, node.name, field, descriptor);
        getter.visitInsn(give);
    }

    /** Adds a public method without a body. */
    static MethodNode method(ClassNode node, String name, String descriptor) {
        int access = Opcodes.ACC_PUBLIC | Opcodes.ACC_SYNTHETIC;
        return (MethodNode) node.visitMethod(access, name, descriptor, null, null);
    }
}
