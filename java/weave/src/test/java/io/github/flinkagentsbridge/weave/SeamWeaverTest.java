package io.github.flinkagentsbridge.weave;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.flinkagentsbridge.pemja.HandleSeam;
import io.github.flinkagentsbridge.pemja.InterpreterNotStartedException;
import io.github.flinkagentsbridge.pemja.InterpreterSeam;
import io.github.flinkagentsbridge.pemja.IteratorSeam;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The woven classes of each released Pemja, looked at and loaded; no native code runs here. */
class SeamWeaverTest {

    private static final String[] VERSIONS = PemjaRelease.VERSIONS;

    @ParameterizedTest
    @FieldSource("VERSIONS")
    @DisplayName("R24: every public method of Pemja's three classes is one call to the dispatch")
    void routesEveryPublicMethod(String version) {
        PemjaRelease release = PemjaRelease.of(version);
        for (Target target : Target.ALL) {
            byte[] original = release.bytes(target.name());
            ClassNode woven = node(SeamWeaver.weave(target, original));
            List<MethodNode> publicBefore = publicMethods(node(original));
            assertThat(publicBefore).isNotEmpty();
            for (MethodNode method : publicBefore) {
                assertThat(calls(find(woven, method)))
                        .as("%s.%s%s of Pemja %s", target.name(), method.name, method.desc, version)
                        .containsExactly(target.dispatch() + "." + method.name);
            }
        }
    }

    @ParameterizedTest
    @FieldSource("VERSIONS")
    @DisplayName("B1: the woven classes pass the verifier and carry their seams")
    void linksWithItsSeams(String version) throws Exception {
        assertThat(seamOf(Target.INTERPRETER, version)).isEqualTo(InterpreterSeam.class);
        assertThat(seamOf(Target.HANDLE, version)).isEqualTo(HandleSeam.class);
        assertThat(seamOf(Target.ITERATOR, version)).isEqualTo(IteratorSeam.class);
    }

    private static Class<?> seamOf(String name, String version) throws Exception {
        Class<?> woven = load(PemjaRelease.of(version), name);
        woven.getDeclaredMethods();
        Class.forName(woven.getName(), true, woven.getClassLoader());
        Class<?>[] interfaces = woven.getInterfaces();
        return interfaces[interfaces.length - 1];
    }

    @ParameterizedTest
    @FieldSource("VERSIONS")
    @DisplayName("T7: a secondary can be made without Pemja's own start")
    void makesSecondaryWithoutNativeState(String version) throws Exception {
        InterpreterSeam seam = withoutState(version);
        InterpreterSeam secondary = seam.bridge$secondary();
        assertThat(secondary).isNotSameAs(seam).isInstanceOf(seam.getClass());
        assertThat(secondary.bridge$threadState()).isZero();
        assertThat(secondary.bridge$attachment()).isNull();
    }

    @ParameterizedTest
    @FieldSource("VERSIONS")
    @DisplayName("R24: a call on an interpreter that was never started is a managed error")
    void refusesUnstartedInterpreter(String version) throws Exception {
        InterpreterSeam seam = withoutState(version);
        assertThatThrownBy(
                        () -> seam.getClass().getMethod("exec", String.class).invoke(seam, "pass"))
                .isInstanceOf(InvocationTargetException.class)
                .cause()
                .isInstanceOf(InterpreterNotStartedException.class)
                .hasMessageContaining("Make the interpreter with its constructor");
    }

    @ParameterizedTest
    @FieldSource("VERSIONS")
    @DisplayName("H6: what the weaver adds to a handle is transient")
    void addsOnlyTransientState(String version) {
        Class<?> handle = load(PemjaRelease.of(version), Target.HANDLE);
        assertThat(handle.getDeclaredFields())
                .filteredOn(field -> field.getName().startsWith("bridge$"))
                .hasSize(1)
                .allMatch(field -> Modifier.isTransient(field.getModifiers()));
    }

    private static InterpreterSeam withoutState(String version) throws Exception {
        Class<?> woven = load(PemjaRelease.of(version), Target.INTERPRETER);
        Constructor<?> constructor =
                Stream.of(woven.getDeclaredConstructors())
                        .filter(candidate -> candidate.getParameterCount() == 2)
                        .findFirst()
                        .orElseThrow();
        constructor.setAccessible(true);
        return (InterpreterSeam) constructor.newInstance(null, null);
    }

    private static Class<?> load(PemjaRelease release, String name) {
        return release.load(
                name, bytes -> SeamWeaver.weave(Target.named(name).orElseThrow(), bytes));
    }

    private static ClassNode node(byte[] bytes) {
        ClassNode node = new ClassNode();
        new ClassReader(bytes).accept(node, 0);
        return node;
    }

    private static List<MethodNode> publicMethods(ClassNode node) {
        return node.methods.stream()
                .filter(method -> (method.access & Opcodes.ACC_PUBLIC) != 0)
                .filter(method -> !method.name.equals("<init>"))
                .collect(Collectors.toList());
    }

    private static MethodNode find(ClassNode node, MethodNode like) {
        return node.methods.stream()
                .filter(method -> method.name.equals(like.name) && method.desc.equals(like.desc))
                .findFirst()
                .orElseThrow();
    }

    private static List<String> calls(MethodNode method) {
        return Stream.of(method.instructions.toArray())
                .filter(MethodInsnNode.class::isInstance)
                .map(SeamWeaverTest::callee)
                .collect(Collectors.toList());
    }

    private static String callee(AbstractInsnNode instruction) {
        MethodInsnNode call = (MethodInsnNode) instruction;
        return call.owner + "." + call.name;
    }
}
