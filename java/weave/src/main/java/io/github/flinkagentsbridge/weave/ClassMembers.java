package io.github.flinkagentsbridge.weave;

import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

import java.util.Optional;

/** Looks for what a release's class has. */
final class ClassMembers {

    private ClassMembers() {}

    /**
     * The first such method, if there is one.
     *
     * @param start how its descriptor begins; a whole descriptor is met by itself alone
     */
    static Optional<MethodNode> method(ClassNode node, String name, String start) {
        return node.methods.stream()
                .filter(method -> method.name.equals(name) && method.desc.startsWith(start))
                .findFirst();
    }

    /** Whether it calls that very method; however it does so. */
    static boolean isCall(
            AbstractInsnNode instruction, String owner, String name, String descriptor) {
        if (!(instruction instanceof MethodInsnNode)) {
            return false;
        }
        MethodInsnNode call = (MethodInsnNode) instruction;
        return call.owner.equals(owner) && call.name.equals(name) && call.desc.equals(descriptor);
    }
}
