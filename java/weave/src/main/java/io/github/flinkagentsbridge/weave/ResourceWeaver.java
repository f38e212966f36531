package io.github.flinkagentsbridge.weave;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

import java.util.List;

/**
 * Has a resource made once per operator (R10). The cache of 0.2.x has no lock, so that two threads
 * make two; that of 0.3.x has one, under which a lane would wait for its own caller.
 */
final class ResourceWeaver {

    static final List<String> TARGETS =
            List.of(
                    "org/apache/flink/agents/plan/AgentPlan",
                    "org/apache/flink/agents/runtime/ResourceCache");

    private static final String CACHE = "io/github/flinkagentsbridge/agents/OneResource";
    private static final String OBJECT = "Ljava/lang/Object;";
    private static final String GET =
            "(Ljava/lang/String;Lorg/apache/flink/agents/api/resource/ResourceType;)"
                    + "Lorg/apache/flink/agents/api/resource/Resource;";

    private ResourceWeaver() {}

    /** Wraps the look-up; does nothing unless it also keeps what it has made. */
    static boolean weave(ClassNode node) {
        for (MethodNode method : List.copyOf(node.methods)) {
            if (method.name.equals("getResource") && method.desc.equals(GET) && keepFirst(method)) {
                InsnList leading = new InsnList();
                for (int slot = 0; slot < 3; slot++) {
                    leading.add(new VarInsnNode(Opcodes.ALOAD, slot));
                }
                method.access &= ~Opcodes.ACC_SYNCHRONIZED;
                MethodInsnNode around =
                        new MethodInsnNode(Opcodes.INVOKESTATIC, CACHE, "get", "()V");
                BodyWrap.wrap(node, method, leading, OBJECT + OBJECT + OBJECT, around);
                return true;
            }
        }
        return false;
    }

    private static boolean keepFirst(MethodNode method) {
        boolean found = false;
        for (AbstractInsnNode instruction : method.instructions) {
            if (instruction instanceof MethodInsnNode) {
                MethodInsnNode call = (MethodInsnNode) instruction;
                if (call.owner.equals("java/util/Map") && call.name.equals("put")) {
                    call.name = "putIfAbsent";
                    found = true;
                }
            }
        }
        return found;
    }
}
