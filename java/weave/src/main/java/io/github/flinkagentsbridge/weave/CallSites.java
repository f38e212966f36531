package io.github.flinkagentsbridge.weave;

import io.github.flinkagentsbridge.sites.Sites;

import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;

/**
 * Calls of Pemja's front door in a class that is not Pemja's own. Each can be redirected to {@link
 * Sites}, which decides at its first run where it leads.
 */
final class CallSites {

    private static final String PEMJA = "pemja/core/";
    private static final String INTERFACE = "pemja/core/Interpreter";
    private static final Handle LINK =
            new Handle(
                    Opcodes.H_INVOKESTATIC,
                    "io/github/flinkagentsbridge/sites/Sites",
                    "link",
                    "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;"
                            + "Ljava/lang/invoke/MethodType;)Ljava/lang/invoke/CallSite;",
                    false);

    private final ClassNode node = new ClassNode();
    private int found;
    private int redirected;
    private boolean missesOne;

    CallSites(byte[] bytes) {
        new ClassReader(bytes).accept(node, 0);
        for (MethodNode method : node.methods) {
            for (AbstractInsnNode each : method.instructions) {
                found += isRouted(each) || isBeyondReach(each) ? 1 : 0;
            }
        }
    }

    /** Whether the class can have any; looked for in its text, which takes no parsing. */
    static boolean mayBeIn(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1).contains(PEMJA);
    }

    /** How many instructions call a routed method, or make an interpreter, in whichever way. */
    int found() {
        return found;
    }

    int redirected() {
        return redirected;
    }

    /** Whether an interpreter is made here past the bridge, whose calls it could not serve. */
    boolean missesOne() {
        return missesOne;
    }

    /** The class with its calls redirected. */
    byte[] redirect() {
        for (MethodNode method : node.methods) {
            Deque<AbstractInsnNode> made = new ArrayDeque<>();
            for (AbstractInsnNode each : method.instructions.toArray()) {
                if (isNew(each)) {
                    made.push(each);
                } else if (isRouted(each)) {
                    redirect(method, (MethodInsnNode) each, made);
                } else if (refersToConstructor(each)) {
                    missesOne = true;
                }
            }
        }
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        node.accept(writer);
        return writer.toByteArray();
    }

    private void redirect(MethodNode method, MethodInsnNode call, Deque<AbstractInsnNode> made) {
        boolean makes = call.name.equals("<init>");
        if (makes && !takeOut(method, made.poll())) {
            missesOne = true;
            return;
        }
        String type =
                makes
                        ? call.desc.substring(0, call.desc.length() - 1) + "L" + call.owner + ";"
                        : "(L" + call.owner + ";" + call.desc.substring(1);
        String name = makes ? Sites.MAKE : call.name;
        method.instructions.set(call, new InvokeDynamicInsnNode(name, type, LINK));
        redirected++;
    }

    /**
     * Takes the unfinished object off the stack, where it lies under the arguments. No stack map
     * may speak of it: that happens where an argument has a branch in it.
     */
    private static boolean takeOut(MethodNode method, AbstractInsnNode made) {
        boolean fits =
                made != null
                        && made.getNext() != null
                        && made.getNext().getOpcode() == Opcodes.DUP
                        && Stream.of(method.instructions.toArray())
                                .filter(FrameNode.class::isInstance)
                                .noneMatch(frame -> hasUnfinished((FrameNode) frame));
        if (fits) {
            method.instructions.remove(made.getNext());
            method.instructions.remove(made);
        }
        return fits;
    }

    private static boolean hasUnfinished(FrameNode frame) {
        return Stream.of(frame.local, frame.stack)
                .filter(part -> part != null)
                .flatMap(List::stream)
                .anyMatch(LabelNode.class::isInstance);
    }

    /** A method reference, or a call by Pemja's interface; such calls are not redirected. */
    private static boolean isBeyondReach(AbstractInsnNode each) {
        if (each instanceof InvokeDynamicInsnNode) {
            return references((InvokeDynamicInsnNode) each).count() > 0;
        }
        return each.getOpcode() == Opcodes.INVOKEINTERFACE
                && ((MethodInsnNode) each).owner.equals(INTERFACE);
    }

    private static Stream<Handle> references(InvokeDynamicInsnNode each) {
        return Stream.of(each.bsmArgs)
                .filter(Handle.class::isInstance)
                .map(Handle.class::cast)
                .filter(handle -> Target.named(handle.getOwner()).isPresent());
    }

    private static boolean refersToConstructor(AbstractInsnNode each) {
        return each instanceof InvokeDynamicInsnNode
                && references((InvokeDynamicInsnNode) each)
                        .anyMatch(handle -> handle.getTag() == Opcodes.H_NEWINVOKESPECIAL);
    }

    private static boolean isNew(AbstractInsnNode each) {
        return each.getOpcode() == Opcodes.NEW
                && ((TypeInsnNode) each).desc.equals(Target.INTERPRETER);
    }

    private static boolean isRouted(AbstractInsnNode each) {
        if (!(each instanceof MethodInsnNode)) {
            return false;
        }
        MethodInsnNode call = (MethodInsnNode) each;
        if (call.getOpcode() == Opcodes.INVOKESPECIAL) {
            return call.owner.equals(Target.INTERPRETER) && call.name.equals("<init>");
        }
        return call.getOpcode() == Opcodes.INVOKEVIRTUAL
                && Target.named(call.owner.equals(Target.ITERATOR) ? Target.HANDLE : call.owner)
                        .flatMap(target -> target.method(call.name, call.desc))
                        .isPresent();
    }
}
