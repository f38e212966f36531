package io.github.flinkagentsbridge.weave;

import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

import java.util.ArrayList;
import java.util.List;

/**
 * Puts the seam into a target class: each routed method's body moves to a {@code bridge$} method,
 * and a straight call to the dispatch takes its place. No new body has a branch, so no stack map
 * has to be made and no other class has to be looked at.
 */
final class SeamWeaver {

    private static final int RAW_ACCESS = Opcodes.ACC_PUBLIC | Opcodes.ACC_SYNTHETIC;

    private SeamWeaver() {}

    /** Weaves a class that the reference check has accepted. */
    static byte[] weave(Target target, byte[] original) {
        ClassNode node = new ClassNode();
        new ClassReader(original).accept(node, 0);
        callOriginalsFromInside(node, target);
        List<MethodNode> routes = new ArrayList<>();
        for (MethodNode method : node.methods) {
            target.method(method.name, method.desc)
                    .ifPresent(woven -> routes.add(moveAside(method, woven, target)));
        }
        node.methods.addAll(routes);
        node.interfaces.add(target.seam());
        target.finish(node);
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        node.accept(writer);
        return writer.toByteArray();
    }

    /** Pemja's own calls of its public methods are part of a call that is routed already. */
    private static void callOriginalsFromInside(ClassNode node, Target target) {
        for (MethodNode method : node.methods) {
            for (AbstractInsnNode instruction : method.instructions) {
                if (instruction instanceof MethodInsnNode) {
                    MethodInsnNode call = (MethodInsnNode) instruction;
                    if (call.owner.equals(node.name)) {
                        target.method(call.name, call.desc)
                                .ifPresent(woven -> call.name = woven.rawName());
                    }
                }
            }
        }
    }

    private static MethodNode moveAside(MethodNode method, WovenMethod woven, Target target) {
        MethodNode route =
                new MethodNode(
                        method.access,
                        method.name,
                        method.desc,
                        method.signature,
                        method.exceptions.toArray(new String[0]));
        method.name = woven.rawName();
        method.access = RAW_ACCESS;
        method.signature = null;
        dispatch(route, target);
        return route;
    }

    private static void dispatch(MethodNode route, Target target) {
        route.instructions.add(new VarInsnNode(Opcodes.ALOAD, 0));
        int slot = 1;
        for (Type argument : Type.getArgumentTypes(route.desc)) {
            route.instructions.add(new VarInsnNode(argument.getOpcode(Opcodes.ILOAD), slot));
            slot += argument.getSize();
        }
        route.instructions.add(
                new MethodInsnNode(
                        Opcodes.INVOKESTATIC,
                        target.dispatch(),
                        route.name,
                        "(L" + target.seam() + ";" + route.desc.substring(1)));
        int give = Type.getReturnType(route.desc).getOpcode(Opcodes.IRETURN);
        route.instructions.add(new InsnNode(give));
    }
}
