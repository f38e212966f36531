package io.github.flinkagentsbridge.weave;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;

import java.util.Optional;
import java.util.stream.Stream;

/** Which releases are woven, and the sentence for those that are not. */
class ReferenceCheckTest {

    private static final String[] VERSIONS = PemjaRelease.VERSIONS;

    @ParameterizedTest
    @FieldSource("VERSIONS")
    @DisplayName("B1: the released Pemjas are accepted")
    void acceptsReleases(String version) {
        assertThat(Verdicts.judge(new ClassBytes(PemjaRelease.of(version)))).isEmpty();
    }

    static Stream<Arguments> unknownReleases() {
        return Stream.of(
                Arguments.of(
                        "pemja/core/PythonInterpreter.exec(Ljava/lang/String;)V is missing",
                        changed(Target.INTERPRETER, node -> remove(node, "exec"))),
                Arguments.of(
                        "pemja/core/PythonInterpreter.init(I)J is missing",
                        changed(Target.INTERPRETER, node -> remove(node, "init"))),
                Arguments.of(
                        "pemja/core/PythonInterpreter.tState:J is missing",
                        changed(
                                Target.INTERPRETER,
                                node -> node.fields.removeIf(f -> f.name.equals("tState")))),
                Arguments.of(
                        "pemja/core/object/PyObject.dir()V is unknown",
                        changed(Target.HANDLE, node -> add(node, "dir", "()V"))),
                Arguments.of(
                        "pemja/core/object/PyObject has other constructors than (JJ)V",
                        changed(Target.HANDLE, node -> add(node, "<init>", "()V"))),
                Arguments.of(
                        "pemja/core/object/PyIterator.hasNext()Z is missing",
                        changed(Target.ITERATOR, node -> remove(node, "hasNext"))),
                Arguments.of(
                        "pemja/core/PythonInterpreterConfig.getPaths()[Ljava/lang/String; is missing",
                        changed(Target.CONFIG, node -> remove(node, "getPaths"))),
                Arguments.of(
                        "pemja/core/object/PyObject is of a class-file version that cannot be read",
                        PemjaRelease.of("0.5.7")
                                .with(Target.HANDLE, ofFutureVersion(Target.HANDLE))));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("unknownReleases")
    @DisplayName("B13: an unknown release is refused, by release, member and remedy")
    void refusesUnknownRelease(String member, PemjaRelease release) {
        Optional<String> refusal = Verdicts.judge(new ClassBytes(release));
        assertThat(refusal).isPresent();
        assertThat(refusal.get())
                .startsWith("Pemja 0.5.7 from ")
                .contains(member)
                .contains("Use a Pemja from 0.5.5 to 0.6.0")
                .contains("strict=false");
    }

    @Test
    @DisplayName("B13: a missing class is named")
    void namesMissingClass() {
        assertThat(Verdicts.judge(new ClassBytes(ClassLoader.getPlatformClassLoader())))
                .hasValueSatisfying(
                        reason ->
                                assertThat(reason)
                                        .contains("pemja/core/PythonInterpreter is missing"));
    }

    private static PemjaRelease changed(
            String name, java.util.function.Consumer<ClassNode> change) {
        return PemjaRelease.of("0.5.7").with(name, change);
    }

    private static void remove(ClassNode node, String method) {
        node.methods.removeIf(candidate -> candidate.name.equals(method));
    }

    private static void add(ClassNode node, String method, String descriptor) {
        node.visitMethod(Opcodes.ACC_PUBLIC, method, descriptor, null, null)
                .visitInsn(Opcodes.RETURN);
    }

    static byte[] ofFutureVersion(String name) {
        byte[] bytes = PemjaRelease.of("0.5.7").bytes(name);
        bytes[6] = 0x7f;
        return bytes;
    }
}
