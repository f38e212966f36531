package io.github.flinkagentsbridge.weave;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * The pools of Flink Agents: that of {@code ContinuationActionExecutor} gets managed threads where
 * the class has one (0.3.x on JDK 21 and newer), and says the number of threads in any case; the
 * close of the long-term memory's (0.2.x) gets a bound.
 */
final class PoolWeaver {

    static final String EXECUTOR =
            "org/apache/flink/agents/runtime/async/ContinuationActionExecutor";
    static final String LONG_TERM_MEMORY =
            "org/apache/flink/agents/runtime/memory/VectorStoreLongTermMemory";

    private static final String POOLS = "io/github/flinkagentsbridge/agents/AsyncPools";
    private static final String MAKE_POOL = "(I)Ljava/util/concurrent/ExecutorService;";
    private static final String EXECUTOR_UTILS = "org/apache/flink/util/ExecutorUtils";
    private static final String SHUT_DOWN =
            "(JLjava/util/concurrent/TimeUnit;[Ljava/util/concurrent/ExecutorService;)"
                    + "Ljava/util/List;";

    private PoolWeaver() {}

    /** Redirects what the constructor with the number of threads does; false if there is none. */
    static boolean weaveExecutor(ClassNode node) {
        boolean found = false;
        for (MethodNode method : node.methods) {
            if (method.name.equals("<init>") && method.desc.equals("(I)V")) {
                found = true;
                redirect(method, "java/util/concurrent/Executors", "newFixedThreadPool", MAKE_POOL);
                announce(method);
            }
        }
        return found;
    }

    /** Redirects the shutdown of the compaction pool; false if there is none. */
    static boolean weaveLongTermMemory(ClassNode node) {
        boolean found = false;
        for (MethodNode method : node.methods) {
            found |= redirect(method, EXECUTOR_UTILS, "gracefulShutdown", SHUT_DOWN);
        }
        return found;
    }

    private static boolean redirect(
            MethodNode method, String owner, String name, String descriptor) {
        boolean found = false;
        for (AbstractInsnNode instruction : method.instructions) {
            if (ClassMembers.isCall(instruction, owner, name, descriptor)) {
                ((MethodInsnNode) instruction).owner = POOLS;
                found = true;
            }
        }
        return found;
    }

    private static void announce(MethodNode method) {
        for (AbstractInsnNode instruction : method.instructions.toArray()) {
            if (instruction.getOpcode() == Opcodes.RETURN) {
                InsnList call = new InsnList();
                call.add(new VarInsnNode(Opcodes.ILOAD, 1));
                call.add(new MethodInsnNode(Opcodes.INVOKESTATIC, POOLS, "announced", "(I)V"));
                method.instructions.insertBefore(instruction, call);
            }
        }
    }
}
