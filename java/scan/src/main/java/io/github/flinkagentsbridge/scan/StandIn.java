package io.github.flinkagentsbridge.scan;

import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

import java.util.Arrays;

/**
 * A class of Pemja's without its methods and initialisers: a serialiser can fill it, since it has
 * the same fields, and nothing can be called. Its constructor, which serialisers prefer to making
 * an object without one, tells {@link Sightings}.
 */
final class StandIn extends ClassVisitor {

    private static final int NOT_WRITTEN = Opcodes.ACC_STATIC | Opcodes.ACC_TRANSIENT;
    private static final String SIGHTINGS = Sightings.class.getName().replace('.', '/');

    private boolean isInterface;
    private String superName;

    private StandIn(ClassVisitor out) {
        super(Opcodes.ASM9, out);
    }

    static byte[] of(byte[] original) {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        new ClassReader(original).accept(new StandIn(writer), ClassReader.SKIP_CODE);
        return writer.toByteArray();
    }

    @Override
    public void visit(
            int version,
            int access,
            String name,
            String signature,
            String superName,
            String[] interfaces) {
        this.isInterface = (access & Opcodes.ACC_INTERFACE) != 0;
        this.superName = superName;
        // Those of a patched Pemja are ours.
        String[] kept =
                Arrays.stream(interfaces)
                        .filter(one -> one.startsWith("java/") || one.startsWith("pemja/"))
                        .toArray(String[]::new);
        super.visit(version, access, name, null, superName, kept);
    }

    @Override
    public FieldVisitor visitField(
            int access, String name, String descriptor, String signature, Object value) {
        return (access & NOT_WRITTEN) != 0
                ? null
                : super.visitField(access, name, descriptor, null, null);
    }

    @Override
    public MethodVisitor visitMethod(
            int access, String name, String descriptor, String signature, String[] thrown) {
        return null;
    }

    @Override
    public void visitEnd() {
        boolean first = superName.equals("java/lang/Object");
        if (!isInterface && (first || superName.startsWith("pemja/"))) {
            addConstructor(first);
        }
        super.visitEnd();
    }

    private void addConstructor(boolean tells) {
        MethodVisitor constructor =
                super.visitMethod(Opcodes.ACC_PUBLIC, "<init>", "()V", null, null);
        constructor.visitCode();
        constructor.visitVarInsn(Opcodes.ALOAD, 0);
        constructor.visitMethodInsn(Opcodes.INVOKESPECIAL, superName, "<init>", "()V", false);
        if (tells) {
            constructor.visitMethodInsn(Opcodes.INVOKESTATIC, SIGHTINGS, "note", "()V", false);
        }
        constructor.visitInsn(Opcodes.RETURN);
        constructor.visitMaxs(0, 0);
        constructor.visitEnd();
    }
}
