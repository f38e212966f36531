package io.github.flinkagentsbridge.weave;

import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * What a refused class becomes: a class of the same name whose constructor throws the reason. Its
 * other members are not needed, since no object of it ever exists; the original need not be
 * readable.
 */
final class RefusedClass {

    private static final String EXCEPTION = "java/lang/IllegalStateException";

    private RefusedClass() {}

    static byte[] instead(String name, String reason) {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        int access = Opcodes.ACC_PUBLIC | Opcodes.ACC_SUPER;
        writer.visit(Opcodes.V1_8, access, name, null, "java/lang/Object", null);
        MethodVisitor constructor =
                writer.visitMethod(Opcodes.ACC_PUBLIC, "<init>", constructor(name), null, null);
        constructor.visitCode();
        constructor.visitVarInsn(Opcodes.ALOAD, 0);
        constructor.visitMethodInsn(
                Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
        constructor.visitTypeInsn(Opcodes.NEW, EXCEPTION);
        constructor.visitInsn(Opcodes.DUP);
        constructor.visitLdcInsn(reason);
        constructor.visitMethodInsn(
                Opcodes.INVOKESPECIAL,
                EXCEPTION,
                "<init>",
                Type.getMethodDescriptor(Type.VOID_TYPE, Type.getType(String.class)),
                false);
        constructor.visitInsn(Opcodes.ATHROW);
        constructor.visitMaxs(0, 0);
        constructor.visitEnd();
        writer.visitEnd();
        return writer.toByteArray();
    }

    private static String constructor(String name) {
        return name.equals(Target.INTERPRETER) ? "(L" + Target.CONFIG + ";)V" : "(JJ)V";
    }
}
