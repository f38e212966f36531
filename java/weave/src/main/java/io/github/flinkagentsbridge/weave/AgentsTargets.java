package io.github.flinkagentsbridge.weave;

import io.github.flinkagentsbridge.pemja.BridgeOptions;

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

    /**
     * @param options say what is to be left alone
     */
    AgentsTargets(BridgeOptions options) {
        add(ProviderWeaver.TARGET, ProviderWeaver::weave);
        add(OperatorWeaver.TARGET, OperatorWeaver::weave);
        add(PoolWeaver.EXECUTOR, PoolWeaver::weaveExecutor);
        add(PoolWeaver.LONG_TERM_MEMORY, PoolWeaver::weaveLongTermMemory);
        if (options.memoryContract()) {
            add(MemoryWeaver.TARGET, MemoryWeaver::weave);
        }
        if (options.mends("awaitables")) {
            add(AwaitableWeaver.TARGET, AwaitableWeaver::weave);
        }
        if (options.mends("failed-close")) {
            add(CloseWeaver.EXECUTOR, CloseWeaver::weaveExecutor);
            CloseWeaver.OPERATORS.forEach(name -> add(name, CloseWeaver::weaveOperator));
        }
        if (options.mends("resources")) {
            ResourceWeaver.TARGETS.forEach(name -> add(name, ResourceWeaver::weave));
        }
        OperationWeaver.TARGETS.forEach(name -> add(name, OperationWeaver::weave));
    }

    /** All menders of a class are asked, one after the other. */
    private void add(String name, Predicate<ClassNode> mender) {
        menders.merge(name, mender, (first, next) -> node -> first.test(node) | next.test(node));
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
