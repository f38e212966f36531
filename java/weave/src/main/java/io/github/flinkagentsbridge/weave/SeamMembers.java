package io.github.flinkagentsbridge.weave;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/** Members that every woven class gets for its seam interface. */
final class SeamMembers {

    private SeamMembers() {}

    /**
     * A place for our state; transient, so that no serialiser follows or restores it (H6, B9), and
     * private, so that the default serialVersionUID stays.
     */
    static void addField(ClassNode node, String name, String descriptor) {
        int access = Opcodes.ACC_PRIVATE | Opcodes.ACC_TRANSIENT | Opcodes.ACC_SYNTHETIC;
        node.visitField(access, name, descriptor, null, null).visitEnd();
    }

    /** Such a place, which the runtime reads and sets. */
    static void addAttachment(ClassNode node, String name, String descriptor) {
        addField(node, name, descriptor);
        addGetter(node, name, name, descriptor);
        MethodNode setter = method(node, "bridge$attach", "(" + descriptor + ")V");
        setter.visitVarInsn(Opcodes.ALOAD, 0);
        setter.visitVarInsn(Opcodes.ALOAD, 1);
        setter.visitFieldInsn(Opcodes.PUTFIELD, node.name, name, descriptor);
        setter.visitInsn(Opcodes.RETURN);
    }

    /** Reads a field of Pemja's, such as the thread state that it noted. */
    static void addGetter(ClassNode node, String name, String field, String descriptor) {
        MethodNode getter = method(node, name, "()" + descriptor);
        getter.visitVarInsn(Opcodes.ALOAD, 0);
        getter.visitFieldInsn(Opcodes.GETFIELD, node.name, field, descriptor);
        getter.visitInsn(Type.getType(descriptor).getOpcode(Opcodes.IRETURN));
    }

    /** Adds a public method without a body. */
    static MethodNode method(ClassNode node, String name, String descriptor) {
        int access = Opcodes.ACC_PUBLIC | Opcodes.ACC_SYNTHETIC;
        return (MethodNode) node.visitMethod(access, name, descriptor, null, null);
    }
}
