package io.github.flinkagentsbridge.weave;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.flinkagentsbridge.pemja.BridgeOptions;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Classes of Flink Agents are mended by members found; these stand for releases that lack some. */
class AgentsTargetsTest {

    private static final String STRING = "Ljava/lang/String;";
    private static final String OBJECT = "Ljava/lang/Object;";

    @Test
    @DisplayName("B9: stores and reads of a memory object are guarded")
    void guardsMemoryObject() {
        byte[] mended = targets("").mend(MemoryWeaver.TARGET, memoryObject(true));
        assertThat(guardsIn(mended))
                .containsExactlyInAnyOrder("beforeStore", "afterRead", "afterReadFields");
    }

    @Test
    @DisplayName("B1: what a patched jar has brought guarded is not guarded a second time")
    void leavesGuardedMemoryObject() {
        byte[] patched = ofJar("").mend(MemoryWeaver.TARGET, memoryObject(true));
        assertThat(guardsIn(patched)).hasSize(3);
        assertThat(targets("").mend(MemoryWeaver.TARGET, patched)).isNull();
        assertThat(ofJar("").mend(MemoryWeaver.TARGET, patched)).isNull();
    }

    @Test
    @DisplayName("B9: a release whose memory object has other members stays as it is")
    void leavesUnknownMemoryObject() {
        assertThat(targets("").mend(MemoryWeaver.TARGET, memoryObject(false))).isNull();
    }

    @Test
    @DisplayName("B9: the switch leaves memory alone, and only memory")
    void obeysTheSwitch() {
        assertThat(targets("").contains(MemoryWeaver.TARGET)).isTrue();
        assertThat(targets("memory-contract=false").contains(MemoryWeaver.TARGET)).isFalse();
        assertThat(targets("memory-contract=false").contains(ProviderWeaver.TARGET)).isTrue();
    }

    @Test
    @DisplayName("B1: the switch leaves the resource provider alone, in a jar too")
    void obeysTheProvidersSwitch() {
        String off = "mend-provider=false";
        assertThat(targets("").contains(ProviderWeaver.TARGET)).isTrue();
        assertThat(targets(off).contains(ProviderWeaver.TARGET)).isFalse();
        assertThat(ofJar("").contains(ProviderWeaver.TARGET)).isTrue();
        assertThat(ofJar(off).contains(ProviderWeaver.TARGET)).isFalse();
    }

    @Test
    @DisplayName("B1: a resource provider that takes nothing from a map stays as it is")
    void leavesOtherProvider() {
        assertThat(targets("").mend(ProviderWeaver.TARGET, memoryObject(true))).isNull();
    }

    @Test
    @DisplayName("R23: the keys in process are looked at before the operator goes on with them")
    void looksAtRestoredKeys() {
        assertThat(guardsIn(targets("").mend(OperatorWeaver.TARGET, operator())))
                .contains("keepOwn");
        assertThat(guardsIn(ofJar("").mend(OperatorWeaver.TARGET, operator())))
                .containsExactly("keepOwn");
        assertThat(
                        targets("mend-restored-keys=false,mend-failed-close=false")
                                .mend(OperatorWeaver.TARGET, operator()))
                .isNull();
    }

    @Test
    @DisplayName("R23: a step of an action is watched, and a checkpoint asks how it went")
    void watchesActions() {
        String without = "mend-failed-actions=false,mend-restored-keys=false";
        byte[] operator = operatorWithSteps(true);
        assertThat(guardsIn(targets("").mend(OperatorWeaver.TARGET, operator)))
                .contains("processActionTaskForKey", "beforeSnapshot");
        assertThat(guardsIn(ofJar("").mend(OperatorWeaver.TARGET, operator)))
                .containsExactlyInAnyOrder("processActionTaskForKey", "beforeSnapshot");
        assertThat(ofJar(without).mend(OperatorWeaver.TARGET, operator)).isNull();
    }

    @Test
    @DisplayName("R23: what a patched jar watches already may be watched once more by the agent")
    void watchesTwice() {
        byte[] patched = ofJar("").mend(OperatorWeaver.TARGET, operatorWithSteps(true));
        assertThat(methodsIn(targets("").mend(OperatorWeaver.TARGET, patched)))
                .contains("bridge$processActionTaskForKey", "bridge$bridge$processActionTaskForKey")
                .doesNotHaveDuplicates();
    }

    @Test
    @DisplayName("R23: an operator that takes checkpoints in another way stays as it is")
    void leavesOtherOperator() {
        byte[] operator = operatorWithSteps(false);
        assertThat(ofJar("mend-restored-keys=false").mend(OperatorWeaver.TARGET, operator))
                .isNull();
    }

    private static byte[] operatorWithSteps(boolean withSnapshot) {
        ClassNode node = emptyOperator();
        returnNothing(node, "processActionTaskForKey", "(" + OBJECT + ")V");
        if (withSnapshot) {
            String context = "Lorg/apache/flink/runtime/state/StateSnapshotContext;";
            returnNothing(node, "snapshotState", "(" + context + ")V");
        }
        return bytes(node);
    }

    private static ClassNode emptyOperator() {
        ClassNode node = new ClassNode();
        node.visit(
                Opcodes.V11,
                Opcodes.ACC_PUBLIC,
                OperatorWeaver.TARGET,
                null,
                "java/lang/Object",
                null);
        return node;
    }

    private static byte[] bytes(ClassNode node) {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        node.accept(writer);
        return writer.toByteArray();
    }

    private static void returnNothing(ClassNode node, String name, String descriptor) {
        node.visitMethod(Opcodes.ACC_PRIVATE, name, descriptor, null, null)
                .visitInsn(Opcodes.RETURN);
    }

    private static byte[] operator() {
        ClassNode node = emptyOperator();
        node.visitField(
                Opcodes.ACC_PRIVATE,
                "currentProcessingKeysOpState",
                "Lorg/apache/flink/api/common/state/ListState;",
                null,
                null);
        returnNothing(node, "tryResumeProcessActionTasks", "()V");
        return bytes(node);
    }

    private static AgentsTargets ofJar(String options) {
        return AgentsTargets.ofJar(BridgeOptions.parse(options));
    }

    private static AgentsTargets targets(String options) {
        return AgentsTargets.ofAgent(BridgeOptions.parse(options));
    }

    private static byte[] memoryObject(boolean withPrefix) {
        ClassNode node = new ClassNode();
        node.visit(Opcodes.V11, Opcodes.ACC_PUBLIC, "a/Memory", null, "java/lang/Object", null);
        if (withPrefix) {
            node.visitField(Opcodes.ACC_PRIVATE, "prefix", STRING, null, null);
        }
        returnNull(node, "set", "(" + STRING + OBJECT + ")" + OBJECT);
        returnNull(node, "getValue", "()" + OBJECT);
        returnNull(node, "getFields", "()Ljava/util/Map;");
        return bytes(node);
    }

    private static void returnNull(ClassNode node, String name, String descriptor) {
        MethodNode method =
                (MethodNode) node.visitMethod(Opcodes.ACC_PUBLIC, name, descriptor, null, null);
        method.visitInsn(Opcodes.ACONST_NULL);
        method.visitInsn(Opcodes.ARETURN);
    }

    private static List<String> methodsIn(byte[] bytes) {
        ClassNode node = new ClassNode();
        new ClassReader(bytes).accept(node, 0);
        return node.methods.stream().map(method -> method.name).collect(Collectors.toList());
    }

    private static List<String> guardsIn(byte[] bytes) {
        ClassNode node = new ClassNode();
        new ClassReader(bytes).accept(node, 0);
        return node.methods.stream()
                .flatMap(method -> Stream.of(method.instructions.toArray()))
                .filter(MethodInsnNode.class::isInstance)
                .map(instruction -> ((MethodInsnNode) instruction).name)
                .collect(Collectors.toList());
    }
}
