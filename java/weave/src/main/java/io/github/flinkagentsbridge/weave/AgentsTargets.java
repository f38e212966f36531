package io.github.flinkagentsbridge.weave;

import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.tree.ClassNode;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;

/**
 * The classes of Flink Agents that are mended, by name, in whichever loader and as many times as
 * they are defined. Each is mended by members found, not by release.
 */
final class AgentsTargets {

    private final Map<String, Predicate<ClassNode>> menders = new HashMap<>();

    private AgentsTargets(boolean memoryContract, String guard) {
        menders.put(ProviderWeaver.TARGET, ProviderWeaver::weave);
        if (memoryContract) {
            menders.put(MemoryWeaver.TARGET, node -> MemoryWeaver.weave(node, guard));
        }
    }

    /**
     * For classes as they load.
     *
     * @param memoryContract whether memory is guarded
     */
    static AgentsTargets ofAgent(boolean memoryContract) {
        return new AgentsTargets(memoryContract, MemoryWeaver.GUARD);
    }

    /** For classes in a jar, whose loader may not see the runtime. */
    static AgentsTargets ofJar(boolean memoryContract) {
        return new AgentsTargets(memoryContract, MemoryWeaver.DOOR);
    }

    boolean contains(String name) {
        return menders.containsKey(name);
    }

    /** The mended class; null, so that it stays as it is, where the members are not found. */
    byte[] mend(String name, byte[] original) {
        ClassNode node = new ClassNode();
        new ClassReader(original).accept(node, 0);
        if (!menders.get(name).test(node)) {
            return null;
        }
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        node.accept(writer);
        return writer.toByteArray();
    }
}
