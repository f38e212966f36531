package io.github.flinkagentsbridge.weave;

import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Weaves a class for a JVM without the agent: a new interpreter starts the bridge. */
final class StaticStart {

    private static final String PATCHED_START = "io/github/flinkagentsbridge/patched/PatchedStart";

    private StaticStart() {}

    /** As {@link SeamWeaver#weave}, with the start. */
    static byte[] weave(Target target, byte[] original) {
        byte[] woven = SeamWeaver.weave(target, original);
        if (!target.name().equals(Target.INTERPRETER)) {
            return woven;
        }
        ClassNode node = new ClassNode();
        new ClassReader(woven).accept(node, 0);
        for (MethodNode method : node.methods) {
            for (AbstractInsnNode instruction : method.instructions) {
                if (makes(instruction)) {
                    ((MethodInsnNode) instruction).owner = PATCHED_START;
                }
            }
        }
        ClassWriter writer = new ClassWriter(0);
        node.accept(writer);
        return writer.toByteArray();
    }

    private static boolean makes(AbstractInsnNode instruction) {
        return instruction.getOpcode() == Opcodes.INVOKESTATIC
                && ((MethodInsnNode) instruction).owner.equals(Target.INTERPRETER_DISPATCH)
                && ((MethodInsnNode) instruction).name.equals("construct");
    }
}
