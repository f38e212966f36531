package io.github.flinkagentsbridge.weave;

import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;

import java.util.List;
import java.util.function.Predicate;

/** Something of Flink Agents that is mended, in classes that one release or another has. */
final class Mend {

    private final String name;
    private final List<String> classes;
    private final Predicate<ClassNode> weaver;
    private final String refusal;

    /**
     * @param classes internal names
     * @param weaver changes a class; false if it has not the members for that
     */
    Mend(String name, List<String> classes, Predicate<ClassNode> weaver) {
        this(name, classes, weaver, null);
    }

    /**
     * @param refusal what to say, behind a class's name, of one that has not the members; null
     *     where that is told by {@code doctor} alone, since nobody has asked for the mend
     */
    Mend(String name, List<String> classes, Predicate<ClassNode> weaver, String refusal) {
        this.name = name;
        this.classes = classes;
        this.weaver = weaver;
        this.refusal = refusal;
    }

    String refusal() {
        return refusal;
    }

    String name() {
        return name;
    }

    List<String> classes() {
        return classes;
    }

    boolean weave(ClassNode node) {
        return weaver.test(node);
    }

    /**
     * What becomes of a release: "mended", "absent" if it has none of the classes, "unknown" if
     * those that it has lack the members.
     */
    String verdict(ClassBytes release) {
        String verdict = "absent";
        for (String target : classes) {
            byte[] bytes = release.read(target);
            if (bytes != null) {
                ClassNode node = new ClassNode();
                new ClassReader(bytes).accept(node, 0);
                if (weave(node)) {
                    return "mended";
                }
                verdict = "unknown";
            }
        }
        return verdict;
    }
}
