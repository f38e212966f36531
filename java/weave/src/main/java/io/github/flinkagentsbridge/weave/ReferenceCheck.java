package io.github.flinkagentsbridge.weave;

import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Compares one release of Pemja with what the weaver touches: every member must be there, and no
 * public method may be there that would get past the routing (R24).
 */
final class ReferenceCheck {

    private static final Set<String> CONFIG_GETTERS =
            Set.of(
                    "getPaths()[Ljava/lang/String;",
                    "getPythonExec()Ljava/lang/String;",
                    "getExecType()L" + Target.CONFIG + "$ExecType;");

    private ReferenceCheck() {}

    /**
     * Checks all targets of one release.
     *
     * @return what does not fit, one phrase each; empty when the release can be woven
     */
    static List<String> mismatches(ClassBytes release) {
        List<String> found = new ArrayList<>();
        for (Target target : Target.ALL) {
            byte[] bytes = release.read(target.name());
            if (bytes == null) {
                found.add(target.name() + " is missing");
            } else {
                found.addAll(mismatches(target, bytes));
            }
        }
        found.addAll(missingGetters(release.read(Target.CONFIG)));
        return found;
    }

    /** Checks the bytes of one target. */
    static List<String> mismatches(Target target, byte[] bytes) {
        ClassNode node;
        try {
            node = read(bytes);
        } catch (IllegalArgumentException unreadable) {
            return List.of(target.name() + " is of a class-file version that cannot be read");
        }
        List<String> found = new ArrayList<>();
        Set<String> fields =
                node.fields.stream().map(f -> f.name + ":" + f.desc).collect(Collectors.toSet());
        Set<String> methods = signatures(node);
        target.fields().stream()
                .filter(field -> !fields.contains(field))
                .forEach(field -> found.add(target.name() + "." + field + " is missing"));
        target.otherMethods().stream()
                .filter(method -> !methods.contains(method))
                .forEach(method -> found.add(target.name() + "." + method + " is missing"));
        target.methods().stream()
                .filter(method -> !methods.contains(method.toString()))
                .forEach(method -> found.add(target.name() + "." + method + " is missing"));
        found.addAll(unknown(target, node));
        found.addAll(constructors(target, node));
        return found;
    }

    private static List<String> missingGetters(byte[] config) {
        if (config == null) {
            return List.of(Target.CONFIG + " is missing");
        }
        Set<String> methods = signatures(read(config));
        return CONFIG_GETTERS.stream()
                .filter(getter -> !methods.contains(getter))
                .sorted()
                .map(getter -> Target.CONFIG + "." + getter + " is missing")
                .collect(Collectors.toList());
    }

    private static List<String> unknown(Target target, ClassNode node) {
        return node.methods.stream()
                .filter(method -> (method.access & Opcodes.ACC_PUBLIC) != 0)
                .filter(method -> !method.name.equals("<init>"))
                .filter(method -> target.methods().stream().noneMatch(known -> known.is(method)))
                .map(method -> target.name() + "." + method.name + method.desc + " is unknown")
                .collect(Collectors.toList());
    }

    private static List<String> constructors(Target target, ClassNode node) {
        List<MethodNode> constructors =
                node.methods.stream()
                        .filter(method -> method.name.equals("<init>"))
                        .collect(Collectors.toList());
        if (constructors.size() != 1 || !constructors.get(0).desc.equals(target.constructor())) {
            return List.of(target.name() + " has other constructors than " + target.constructor());
        }
        if (target.name().equals(Target.INTERPRETER)
                && InterpreterWeaver.initializeCall(constructors.get(0)) == null) {
            return List.of(target.name() + "'s constructor does not call initialize");
        }
        return List.of();
    }

    private static Set<String> signatures(ClassNode node) {
        return node.methods.stream()
                .map(method -> method.name + method.desc)
                .collect(Collectors.toSet());
    }

    private static ClassNode read(byte[] bytes) {
        ClassNode node = new ClassNode();
        new ClassReader(bytes).accept(node, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return node;
    }
}
