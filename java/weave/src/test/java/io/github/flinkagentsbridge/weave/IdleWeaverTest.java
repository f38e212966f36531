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

import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Operators of one release or another, by the members that stand for them. */
class IdleWeaverTest {

    private static final String MAILBOX = "org/apache/flink/api/common/operators/MailboxExecutor";
    private static final String MAIL =
            "(Lorg/apache/flink/util/function/RunnableWithException;Ljava/lang/String;)"
                    + "Ljava/util/concurrent/Future;";

    @Test
    @DisplayName("B11: the mail of a step, the step and the close are redirected")
    void weavesOperator() {
        ClassNode woven = read(targets("idle-waiting=on").mend(OperatorWeaver.TARGET, operator(1)));
        assertThat(calls(woven)).contains("submit", "step", "closing");
        assertThat(woven.interfaces).contains("io/github/flinkagentsbridge/agents/WaitingOperator");
        assertThat(mails(woven)).containsExactly("bridge$submit");
    }

    @Test
    @DisplayName("B11: it is off by default")
    void isOffByDefault() {
        ClassNode woven = read(targets("").mend(OperatorWeaver.TARGET, operator(1)));
        assertThat(mails(woven)).containsExactly("processActionTaskForKey");
    }

    @Test
    @DisplayName("B11, B13: an operator with other members is left alone, with one sentence")
    void refusesOperator() {
        List<String> told = new ArrayList<>();
        Logger logger = Logger.getLogger(AgentsTargets.class.getName());
        Handler handler = new Told(told);
        logger.addHandler(handler);
        try {
            ClassNode left =
                    read(targets("idle-waiting=on").mend(OperatorWeaver.TARGET, operator(0)));
            assertThat(calls(left)).doesNotContain("submit", "step", "closing");
        } finally {
            logger.removeHandler(handler);
        }
        assertThat(told)
                .containsExactly(
                        "org.apache.flink.agents.runtime.operator.ActionExecutionOperator has not"
                                + " the members that idle-waiting=on takes, so it goes on asking"
                                + " the actions that wait; use flink-agents 0.2.0 to 0.3.1, or"
                                + " idle-waiting=off");
    }

    private static AgentsTargets targets(String options) {
        return AgentsTargets.ofAgent(BridgeOptions.parse(options));
    }

    /** An operator whose step ends with as many mails. */
    private static byte[] operator(int mails) {
        ClassNode node = new ClassNode();
        node.visit(
                Opcodes.V11,
                Opcodes.ACC_PUBLIC,
                OperatorWeaver.TARGET,
                null,
                "java/lang/Object",
                null);
        MethodNode step = method(node, "processActionTaskForKey", "(Ljava/lang/Object;)V");
        for (int mail = 0; mail < mails; mail++) {
            step.visitInsn(Opcodes.ACONST_NULL);
            step.visitInsn(Opcodes.ACONST_NULL);
            step.visitLdcInsn("process action task");
            step.visitMethodInsn(Opcodes.INVOKEINTERFACE, MAILBOX, "submit", MAIL, true);
            step.visitInsn(Opcodes.POP);
        }
        step.visitInsn(Opcodes.RETURN);
        method(node, "close", "()V").visitInsn(Opcodes.RETURN);
        method(node, "open", "()V").visitInsn(Opcodes.RETURN);
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        node.accept(writer);
        return writer.toByteArray();
    }

    private static MethodNode method(ClassNode node, String name, String descriptor) {
        return (MethodNode) node.visitMethod(Opcodes.ACC_PUBLIC, name, descriptor, null, null);
    }

    private static ClassNode read(byte[] bytes) {
        ClassNode node = new ClassNode();
        new ClassReader(bytes).accept(node, 0);
        return node;
    }

    private static List<String> calls(ClassNode node) {
        return node.methods.stream()
                .flatMap(method -> Stream.of(method.instructions.toArray()))
                .filter(MethodInsnNode.class::isInstance)
                .map(MethodInsnNode.class::cast)
                .filter(call -> call.owner.endsWith("/IdleWaiting"))
                .map(call -> call.name)
                .collect(Collectors.toList());
    }

    /** The methods that send a mail themselves. */
    private static List<String> mails(ClassNode node) {
        return node.methods.stream()
                .filter(
                        method ->
                                Stream.of(method.instructions.toArray())
                                        .filter(MethodInsnNode.class::isInstance)
                                        .anyMatch(
                                                each ->
                                                        ((MethodInsnNode) each)
                                                                .owner.equals(MAILBOX)))
                .map(method -> method.name)
                .collect(Collectors.toList());
    }

    private static final class Told extends Handler {
        private final List<String> told;

        private Told(List<String> told) {
            this.told = told;
        }

        @Override
        public void publish(LogRecord record) {
            told.add(record.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }
}
