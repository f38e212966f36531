package io.github.flinkagentsbridge.weave;

import io.github.flinkagentsbridge.pemja.BridgeOptions;

import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.tree.ClassNode;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * The classes of Flink Agents that are mended, by name, in whichever loader and as many times as
 * they are defined. Each is mended by members found, not by release.
 */
final class AgentsTargets {

    private static final System.Logger LOG = System.getLogger(AgentsTargets.class.getName());

    private final List<Mend> mends = new ArrayList<>();

    private AgentsTargets() {}

    /**
     * For classes as they load.
     *
     * @param options say what is to be left alone
     */
    static AgentsTargets ofAgent(BridgeOptions options) {
        AgentsTargets targets = new AgentsTargets();
        targets.addAll(options);
        return targets;
    }

    /**
     * For classes in a jar: what can do without the runtime, which their loader may not see.
     *
     * @param options say what is to be left alone
     */
    static AgentsTargets ofJar(BridgeOptions options) {
        AgentsTargets targets = new AgentsTargets();
        targets.addProvider(options);
        targets.addState(options);
        if (options.memoryContract()) {
            targets.addMemory(MemoryWeaver.DOOR);
        }
        return targets;
    }

    private void addAll(BridgeOptions options) {
        addProvider(options);
        if (options.idleWaiting()) {
            // Before those that move the same methods aside.
            mends.addAll(IdleWeaver.MENDS);
        }
        add("operator", OperatorWeaver.TARGET, OperatorWeaver::weave);
        add("asynchronous pool", PoolWeaver.EXECUTOR, PoolWeaver::weaveExecutor);
        add("long-term memory", PoolWeaver.LONG_TERM_MEMORY, PoolWeaver::weaveLongTermMemory);
        if (options.memoryContract()) {
            addMemory(MemoryWeaver.GUARD);
        }
        if (options.mends("awaitables")) {
            add("awaitables", AwaitableWeaver.TARGET, AwaitableWeaver::weave);
        }
        if (options.mends("failed-close")) {
            mends.add(
                    new Mend(
                            "interpreter's close",
                            CloseWeaver.CLOSERS,
                            CloseWeaver::weaveInterpreter));
            add("operator's close", OperatorWeaver.TARGET, CloseWeaver::weaveOperator);
        }
        addState(options);
        if (options.mends("resources")) {
            mends.add(new Mend("resources", ResourceWeaver.TARGETS, ResourceWeaver::weave));
        }
        // Last: the others look for methods that this one moves aside.
        mends.add(new Mend("operations", OperationWeaver.TARGETS, OperationWeaver::weave));
    }

    private void addProvider(BridgeOptions options) {
        if (options.mends("provider")) {
            add("resource provider", ProviderWeaver.TARGET, ProviderWeaver::weave);
        }
    }

    /** What keeps an operator's state whole. */
    private void addState(BridgeOptions options) {
        if (options.mends("failed-actions")) {
            add("failed actions", OperatorWeaver.TARGET, FailedActionsWeaver::weave);
        }
        if (options.mends("restored-keys")) {
            add("restored keys", OperatorWeaver.TARGET, RestoredKeysWeaver::weave);
        }
    }

    private void addMemory(String guard) {
        add("memory contract", MemoryWeaver.TARGET, node -> MemoryWeaver.weave(node, guard));
    }

    private void add(String name, String target, Predicate<ClassNode> weaver) {
        mends.add(new Mend(name, List.of(target), weaver));
    }

    boolean contains(String name) {
        return mends.stream().anyMatch(mend -> mend.classes().contains(name));
    }

    /** The mended class; null, so that it stays as it is, where the members are not found. */
    byte[] mend(String name, byte[] original) {
        ClassNode node = new ClassNode();
        new ClassReader(original).accept(node, 0);
        boolean mended = false;
        for (Mend mend : mends) {
            mended |= mend.classes().contains(name) && weave(mend, node);
        }
        if (!mended) {
            return null;
        }
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        node.accept(writer);
        return writer.toByteArray();
    }

    private static boolean weave(Mend mend, ClassNode node) {
        boolean woven = mend.weave(node);
        if (!woven && mend.refusal() != null) {
            LOG.log(System.Logger.Level.WARNING, node.name.replace('/', '.') + mend.refusal());
        }
        return woven;
    }

    /** What becomes of a release, by what is mended; see {@link Mend#verdict}. */
    Map<String, String> verdicts(ClassBytes release) {
        Map<String, String> verdicts = new LinkedHashMap<>();
        mends.forEach(mend -> verdicts.put(mend.name(), mend.verdict(release)));
        return verdicts;
    }
}
