package io.github.flinkagentsbridge.weave;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Has the operator keep the mail of a key whose tasks all wait, and learn what they wait for (B11).
 * Each of the three classes can do without the others: it works as released then.
 */
final class IdleWeaver {

    private static final String AGENTS = "io/github/flinkagentsbridge/agents/";
    private static final String IDLE = AGENTS + "IdleWaiting";
    private static final String OPERATOR = AGENTS + "WaitingOperator";
    private static final String KEYS = "L" + AGENTS + "WaitingKeys;";
    private static final String MAILBOX = "org/apache/flink/api/common/operators/MailboxExecutor";
    private static final String STRING = "Ljava/lang/String;";
    private static final String OBJECT = "Ljava/lang/Object;";

    private static final String REFUSAL =
            " has not the members that idle-waiting=on takes, so it goes on asking the actions that"
                    + " wait; use flink-agents 0.2.0 to 0.3.1, or idle-waiting=off";

    static final List<Mend> MENDS =
            List.of(
                    mend("idle waiting", OperatorWeaver.TARGET, IdleWeaver::weaveOperator),
                    mend("idle Python actions", AwaitableWeaver.TARGET, IdleWeaver::weavePython),
                    mend("idle Java actions", PoolWeaver.EXECUTOR, IdleWeaver::weaveJava));

    private IdleWeaver() {}

    private static Mend mend(String name, String target, Predicate<ClassNode> weaver) {
        return new Mend(name, List.of(target), weaver, REFUSAL);
    }

    /** Redirects the last mail of a step of the operator; false if it has other members. */
    static boolean weaveOperator(ClassNode node) {
        Optional<MethodNode> step =
                ClassMembers.method(node, "processActionTaskForKey", "(" + OBJECT + ")V");
        Optional<MethodNode> close = ClassMembers.method(node, "close", "()V");
        List<MethodInsnNode> mails =
                step.map(method -> calls(method, IdleWeaver::isMail)).orElse(List.of());
        if (mails.isEmpty() || close.isEmpty()) {
            return false;
        }
        node.interfaces.add(OPERATOR);
        SeamMembers.addAttachment(node, "bridge$waitingKeys", KEYS);
        addSubmit(node, mails.get(0));
        mails.forEach(mail -> redirect(step.get(), mail));
        InsnList closing = new InsnList();
        closing.add(new VarInsnNode(Opcodes.ALOAD, 0));
        closing.add(call("closing", "(L" + OPERATOR + ";)V"));
        close.get().instructions.insert(closing);
        InsnList leading = new InsnList();
        leading.add(new VarInsnNode(Opcodes.ALOAD, 0));
        leading.add(new VarInsnNode(Opcodes.ALOAD, 1));
        BodyWrap.wrap(
                node, step.get(), leading, "L" + OPERATOR + ";" + OBJECT, call("step", "()V"));
        return true;
    }

    /** Has the answer to a step of an awaitable read; false if the class asks in another way. */
    static boolean weavePython(ClassNode node) {
        Optional<MethodNode> step =
                ClassMembers.method(node, "callPythonAwaitable", "(" + STRING + ")Z");
        List<MethodInsnNode> asked =
                step.map(method -> calls(method, IdleWeaver::isInvoke)).orElse(List.of());
        for (MethodInsnNode call : asked) {
            InsnList told = new InsnList();
            told.add(new InsnNode(Opcodes.DUP));
            told.add(new VarInsnNode(Opcodes.ALOAD, 1));
            told.add(call("told", "(" + OBJECT + STRING + ")V"));
            step.get().instructions.insert(call, told);
        }
        return !asked.isEmpty();
    }

    /** Stands round a step of a Java action; false if there is no method for it. */
    static boolean weaveJava(ClassNode node) {
        for (MethodNode method : List.copyOf(node.methods)) {
            if (method.name.equals("executeAction")
                    && method.desc.startsWith("(L")
                    && method.desc.endsWith(";Ljava/lang/Runnable;)Z")) {
                InsnList context = new InsnList();
                context.add(new VarInsnNode(Opcodes.ALOAD, 1));
                BodyWrap.wrap(node, method, context, OBJECT, call("action", "()V"));
                return true;
            }
        }
        return false;
    }

    private static List<MethodInsnNode> calls(MethodNode method, Predicate<MethodInsnNode> wanted) {
        return Stream.of(method.instructions.toArray())
                .filter(MethodInsnNode.class::isInstance)
                .map(MethodInsnNode.class::cast)
                .filter(wanted)
                .collect(Collectors.toList());
    }

    /** A mail without arguments whose future nobody looks at. */
    private static boolean isMail(MethodInsnNode call) {
        return call.owner.equals(MAILBOX)
                && call.name.equals("submit")
                && call.desc.matches("\\(L[^;]+;Ljava/lang/String;\\)Ljava/util/concurrent/Future;")
                && call.getNext() != null
                && call.getNext().getOpcode() == Opcodes.POP;
    }

    private static boolean isInvoke(MethodInsnNode call) {
        return call.owner.equals(Target.INTERPRETER)
                && call.name.equals("invoke")
                && call.desc.endsWith(")" + OBJECT);
    }

    /** The same call in a method of its own, for whoever wakes the key. */
    private static void addSubmit(ClassNode node, MethodInsnNode mail) {
        String type = mail.desc.substring(2, mail.desc.indexOf(';'));
        MethodNode submit =
                SeamMembers.method(node, "bridge$submit", "(" + OBJECT + OBJECT + STRING + ")V");
        InsnList code = submit.instructions;
        code.add(new VarInsnNode(Opcodes.ALOAD, 1));
        code.add(new TypeInsnNode(Opcodes.CHECKCAST, MAILBOX));
        code.add(new VarInsnNode(Opcodes.ALOAD, 2));
        code.add(new TypeInsnNode(Opcodes.CHECKCAST, type));
        code.add(new VarInsnNode(Opcodes.ALOAD, 3));
        code.add(new MethodInsnNode(Opcodes.INVOKEINTERFACE, MAILBOX, mail.name, mail.desc));
        code.add(new InsnNode(Opcodes.POP));
        code.add(new InsnNode(Opcodes.RETURN));
    }

    private static void redirect(MethodNode step, MethodInsnNode mail) {
        AbstractInsnNode pop = mail.getNext();
        step.instructions.remove(pop);
        step.instructions.insertBefore(mail, new VarInsnNode(Opcodes.ALOAD, 0));
        step.instructions.set(
                mail, call("submit", "(" + OBJECT + OBJECT + STRING + "L" + OPERATOR + ";)V"));
    }

    private static MethodInsnNode call(String name, String descriptor) {
        return new MethodInsnNode(Opcodes.INVOKESTATIC, IDLE, name, descriptor);
    }
}
