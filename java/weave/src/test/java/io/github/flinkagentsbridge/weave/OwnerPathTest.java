package io.github.flinkagentsbridge.weave;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Walks everything of ours that a call on the owner thread runs, instruction by instruction. */
class OwnerPathTest {

    private static final String OURS = "io/github/flinkagentsbridge/";
    private static final String MANAGER = OURS + "routing/PythonInterpreterManager";
    private static final String REGISTRY = OURS + "pemja/HandleRegistry";
    private static final String INTERPRETER = OURS + "pemja/NativeInterpreter";

    /** Where the dispatch of an owner's call starts; see {@code PemjaDispatch.invoke}. */
    private static final List<String> STARTS =
            List.of(
                    OURS + "pemja/BoundInterpreter.manager",
                    OURS + "pemja/BoundInterpreter.names",
                    MANAGER + ".isOwner",
                    MANAGER + ".enterOwner",
                    MANAGER + ".exitOwner",
                    INTERPRETER + ".isInside",
                    INTERPRETER + ".enter",
                    OURS + "pemja/BoundInterpreter.leave",
                    OURS + "pemja/HandedOver.isPlain",
                    OURS + "pemja/SharedNames.invoke");

    /** Not on the path of a call that succeeds under a name that was invoked before. */
    private static final Set<String> ASIDE =
            Set.of(
                    MANAGER + ".refused",
                    INTERPRETER + ".publish",
                    INTERPRETER + ".forgetCallable",
                    OURS + "pemja/KnownNames.add",
                    REGISTRY + ".releaseSome",
                    OURS + "pemja/HandleRecord.close");

    @Test
    @DisplayName("R2: a call on the owner thread takes no lock and no atomic of ours")
    void takesNoLockAndNoAtomic() throws IOException {
        Set<String> walked = new LinkedHashSet<>();
        Set<String> found = new TreeSet<>();
        Deque<String> open = new ArrayDeque<>(STARTS);
        while (!open.isEmpty()) {
            String method = open.pop();
            if (!ASIDE.contains(method) && walked.add(method)) {
                walk(method, open, found);
            }
        }
        assertThat(walked).containsAll(STARTS).hasSizeGreaterThan(STARTS.size());
        assertThat(found).isEmpty();
    }

    private static void walk(String name, Deque<String> open, Set<String> found)
            throws IOException {
        int dot = name.lastIndexOf('.');
        for (MethodNode method : read(name.substring(0, dot)).methods) {
            if (!method.name.equals(name.substring(dot + 1))) {
                continue;
            }
            if ((method.access & Opcodes.ACC_SYNCHRONIZED) != 0) {
                found.add(name + " is synchronized");
            }
            for (AbstractInsnNode instruction : method.instructions) {
                look(name, instruction, open, found);
            }
        }
    }

    private static void look(
            String name, AbstractInsnNode instruction, Deque<String> open, Set<String> found) {
        if (instruction.getOpcode() == Opcodes.MONITORENTER) {
            found.add(name + " enters a monitor");
        }
        if (!(instruction instanceof MethodInsnNode)) {
            return;
        }
        MethodInsnNode call = (MethodInsnNode) instruction;
        boolean updates = !call.name.equals("get") && !call.name.equals("getAcquire");
        if (call.owner.startsWith("java/util/concurrent/") && updates
                || call.owner.equals("java/lang/invoke/VarHandle")
                        && !call.name.equals("setOpaque")) {
            found.add(name + " calls " + call.owner + "." + call.name);
        }
        if (call.owner.startsWith(OURS) && !call.owner.endsWith("Seam")) {
            open.push(call.owner + "." + call.name);
        }
    }

    private static ClassNode read(String name) throws IOException {
        try (InputStream bytes =
                OwnerPathTest.class.getClassLoader().getResourceAsStream(name + ".class")) {
            ClassNode node = new ClassNode();
            new ClassReader(bytes).accept(node, 0);
            return node;
        }
    }
}
