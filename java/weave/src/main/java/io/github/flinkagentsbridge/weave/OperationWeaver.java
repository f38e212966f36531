package io.github.flinkagentsbridge.weave;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Makes each method of Flink Agents that goes to Python several times one operation (R9): convert,
 * call, read the result's attributes. Which those are is seen in the class file; a method that goes
 * there once is one operation as it is.
 */
final class OperationWeaver {

    private static final String AGENTS = "org/apache/flink/agents/";
    private static final String INTERPRETER = "L" + Target.INTERPRETER + ";";
    private static final String HANDLE = "L" + Target.HANDLE + ";";

    /** The classes between Java and Python, of whichever release. */
    static final List<String> TARGETS =
            List.of(
                    AGENTS + "runtime/python/utils/JavaResourceAdapter",
                    AGENTS + "runtime/python/utils/PythonActionExecutor",
                    AGENTS + "runtime/python/utils/PythonResourceAdapterImpl",
                    AGENTS + "runtime/memory/Mem0LongTermMemory",
                    AGENTS + "api/chat/model/python/PythonChatModelConnection",
                    AGENTS + "api/chat/model/python/PythonChatModelSetup",
                    AGENTS + "api/embedding/model/python/PythonEmbeddingModelConnection",
                    AGENTS + "api/embedding/model/python/PythonEmbeddingModelSetup",
                    AGENTS + "api/vectorstores/python/PythonVectorStore",
                    AGENTS + "api/vectorstores/python/PythonCollectionManageableVectorStore",
                    AGENTS + "plan/resource/python/PythonMCPPrompt",
                    AGENTS + "plan/resource/python/PythonMCPServer",
                    AGENTS + "plan/resource/python/PythonMCPTool");

    /** Calls on these go to Python, or may. */
    private static final Set<String> LEADS_TO_PYTHON =
            Set.of(
                    Target.INTERPRETER,
                    Target.HANDLE,
                    Target.ITERATOR,
                    AGENTS + "api/resource/python/PythonResourceAdapter");

    /** Their steps stand for themselves: a wait for user code, or the end of an object. */
    private static final Set<String> LEFT_ALONE = Set.of("<init>", "<clinit>", "open", "close");

    private OperationWeaver() {}

    /** Wraps the methods; false if there is none. */
    static boolean weave(ClassNode node) {
        boolean woven = false;
        for (MethodNode method : List.copyOf(node.methods)) {
            Optional<FieldInsnNode> carrier = carrier(node, method);
            if (isWanted(node, method) && carrier.isPresent()) {
                InsnList leading = new InsnList();
                leading.add(new VarInsnNode(Opcodes.ALOAD, 0));
                leading.add(carrier.get());
                leading.add(new LdcInsnNode(simpleName(node) + "." + method.name));
                MethodInsnNode around =
                        new MethodInsnNode(
                                Opcodes.INVOKESTATIC,
                                "io/github/flinkagentsbridge/pemja/OneOperation",
                                "run",
                                "()V");
                BodyWrap.wrap(
                        node, method, leading, "Ljava/lang/Object;Ljava/lang/String;", around);
                woven = true;
            }
        }
        return woven;
    }

    private static boolean isWanted(ClassNode node, MethodNode method) {
        if ((method.access & (Opcodes.ACC_STATIC | Opcodes.ACC_ABSTRACT | Opcodes.ACC_SYNTHETIC))
                        != 0
                || LEFT_ALONE.contains(method.name)) {
            return false;
        }
        long calls = instructions(method).filter(call -> leadsToPython(node, call)).count();
        return calls > 1 || calls == 1 && hasLoop(method);
    }

    private static boolean leadsToPython(ClassNode node, AbstractInsnNode instruction) {
        if (!(instruction instanceof MethodInsnNode)) {
            return false;
        }
        MethodInsnNode call = (MethodInsnNode) instruction;
        boolean own =
                call.owner.equals(node.name) && instruction.getOpcode() != Opcodes.INVOKESTATIC;
        return !call.name.equals("<init>") && (own || LEADS_TO_PYTHON.contains(call.owner));
    }

    private static boolean hasLoop(MethodNode method) {
        return instructions(method)
                .filter(JumpInsnNode.class::isInstance)
                .anyMatch(
                        jump ->
                                method.instructions.indexOf(((JumpInsnNode) jump).label)
                                        < method.instructions.indexOf(jump));
    }

    /**
     * The field whose interpreter or Python object tells the manager: as used, else as declared.
     */
    private static Optional<FieldInsnNode> carrier(ClassNode node, MethodNode method) {
        Optional<FieldInsnNode> used =
                instructions(method)
                        .filter(field -> field.getOpcode() == Opcodes.GETFIELD)
                        .map(FieldInsnNode.class::cast)
                        .filter(field -> field.owner.equals(node.name) && isCarrier(field.desc))
                        .findFirst();
        return used.isPresent()
                ? used.map(field -> read(node, field.name, field.desc))
                : node.fields.stream()
                        .filter(OperationWeaver::isOwnCarrier)
                        .map(field -> read(node, field.name, field.desc))
                        .findFirst();
    }

    private static boolean isOwnCarrier(FieldNode field) {
        return (field.access & Opcodes.ACC_STATIC) == 0 && isCarrier(field.desc);
    }

    private static boolean isCarrier(String descriptor) {
        return descriptor.equals(INTERPRETER) || descriptor.equals(HANDLE);
    }

    private static FieldInsnNode read(ClassNode node, String name, String descriptor) {
        return new FieldInsnNode(Opcodes.GETFIELD, node.name, name, descriptor);
    }

    private static Stream<AbstractInsnNode> instructions(MethodNode method) {
        return Stream.of(method.instructions.toArray());
    }

    private static String simpleName(ClassNode node) {
        return Type.getObjectType(node.name)
                .getClassName()
                .substring(node.name.lastIndexOf('/') + 1);
    }
}
