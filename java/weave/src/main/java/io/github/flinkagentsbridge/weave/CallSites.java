package io.github.flinkagentsbridge.weave;

import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Calls of Pemja's front door in a class that is not Pemja's own. */
final class CallSites {

    private static final String PEMJA = "pemja/core/";

    private CallSites() {}

    /** Whether the class can have any; looked for in its text, which takes no parsing. */
    static boolean mayBeIn(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1).contains(PEMJA);
    }

    /** How many instructions call a routed method, or make an interpreter. */
    static int count(byte[] bytes) {
        ClassNode node = new ClassNode();
        new ClassReader(bytes).accept(node, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        int count = 0;
        for (MethodNode method : node.methods) {
            for (AbstractInsnNode instruction : method.instructions) {
                if (instruction instanceof MethodInsnNode
                        && isRouted((MethodInsnNode) instruction)) {
                    count++;
                }
            }
        }
        return count;
    }

    private static boolean isRouted(MethodInsnNode call) {
        Optional<Target> target = Target.named(call.owner);
        return target.isPresent()
                && (target.get().method(call.name, call.desc).isPresent()
                        || call.owner.equals(Target.INTERPRETER) && call.name.equals("<init>"));
    }
}
