package io.github.flinkagentsbridge.weave;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Mends {@code JavaResourceProvider.provide} of Flink Agents 0.2.x and 0.3.x: it takes the class
 * name out of a shared map, so of two threads that ask for one resource at once the second finds
 * none.
 */
final class ProviderWeaver {

    static final String TARGET =
            "org/apache/flink/agents/plan/resourceprovider/JavaResourceProvider";

    private static final String CLASS_NAMES = "io/github/flinkagentsbridge/agents/ClassNames";

    private ProviderWeaver() {}

    /** Mends the class, and says whether there was anything to mend. */
    static boolean weave(ClassNode node) {
        boolean mended = false;
        for (MethodNode method : node.methods) {
            for (AbstractInsnNode instruction : method.instructions.toArray()) {
                if (takesFromMap(instruction)) {
                    method.instructions.set(instruction, takeOnce());
                    mended = true;
                }
            }
        }
        return mended;
    }

    private static boolean takesFromMap(AbstractInsnNode instruction) {
        if (!(instruction instanceof MethodInsnNode)) {
            return false;
        }
        MethodInsnNode call = (MethodInsnNode) instruction;
        return call.owner.equals("java/util/Map")
                && call.name.equals("remove")
                && call.desc.equals("(Ljava/lang/Object;)Ljava/lang/Object;");
    }

    private static MethodInsnNode takeOnce() {
        return new MethodInsnNode(
                Opcodes.INVOKESTATIC,
                CLASS_NAMES,
                "take",
                "(Ljava/util/Map;Ljava/lang/Object;)Ljava/lang/Object;");
    }
}
