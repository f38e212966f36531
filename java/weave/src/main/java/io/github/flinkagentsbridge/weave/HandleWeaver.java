package io.github.flinkagentsbridge.weave;

import static io.github.flinkagentsbridge.weave.Target.HANDLE_DISPATCH;
import static io.github.flinkagentsbridge.weave.Target.HANDLE_SEAM;

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

    private HandleWeaver() {}

    static void finish(ClassNode node) {
        enterOnCallingThread(node);
        markAtBirth(node);
        SeamMembers.addAttachment(node);
        SeamMembers.addBirthMark(node);
        SeamMembers.addThreadState(node);
    }

    static void finishIterator(ClassNode node) {
        enterOnCallingThread(node);
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
