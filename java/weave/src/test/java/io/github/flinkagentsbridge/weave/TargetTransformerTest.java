package io.github.flinkagentsbridge.weave;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.flinkagentsbridge.pemja.BridgeOptions;
import io.github.flinkagentsbridge.pemja.HandleSeam;
import io.github.flinkagentsbridge.pemja.PatchedJar;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** What the agent does to classes as they load. */
class TargetTransformerTest {

    private final List<String> refusals = new ArrayList<>();
    private final CountedStart runtime = new CountedStart();

    private TargetTransformer transformer(boolean strict) {
        return new TargetTransformer(
                new Verdicts(strict, refusals::add),
                AgentsTargets.ofAgent(BridgeOptions.parse("")),
                runtime);
    }

    @Test
    @DisplayName("B1: no class but the targets is parsed, whatever its bytes are")
    void parsesNoOtherClass() {
        byte[] unreadable = ReferenceCheckTest.ofFutureVersion(Target.CONFIG);
        for (String name : List.of("a/B", Target.CONFIG, "pemja/core/PythonException")) {
            assertThat(transformer(true).transform(null, name, null, null, unreadable)).isNull();
        }
        assertThat(transformer(true).transform(null, null, null, null, unreadable)).isNull();
    }

    @Test
    @DisplayName("B1: Pemja is woven from whichever loader it comes, each on its own")
    void weavesFromEveryLoader() {
        TargetTransformer transformer = transformer(true);
        for (String version : PemjaRelease.VERSIONS) {
            PemjaRelease release = PemjaRelease.of(version);
            Class<?> handle =
                    release.load(
                            Target.HANDLE,
                            bytes ->
                                    transformer.transform(
                                            release, Target.HANDLE, null, null, bytes));
            assertThat(HandleSeam.class).isAssignableFrom(handle);
        }
        assertThat(refusals).isEmpty();
        assertThat(runtime.asked).isEqualTo(PemjaRelease.VERSIONS.length);
    }

    @Test
    @DisplayName("B13: strict: all or nothing; making an interpreter throws the sentence")
    void refusesAsAWhole() throws Exception {
        PemjaRelease release = unknown();
        TargetTransformer transformer = transformer(true);
        Class<?> interpreter =
                release.load(
                        Target.INTERPRETER,
                        bytes ->
                                transformer.transform(
                                        release, Target.INTERPRETER, null, null, bytes));
        Constructor<?> constructor = interpreter.getConstructors()[0];
        assertThatThrownBy(() -> constructor.newInstance((Object) null))
                .isInstanceOf(InvocationTargetException.class)
                .cause()
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining(
                        "pemja/core/object/PyIterator.next()Ljava/lang/Object; is missing")
                .hasMessageContaining("strict=false");
        assertThat(refusals).hasSize(1);
    }

    @Test
    @DisplayName("B13: not strict: an unknown release stays as it is, and that is told once")
    void leavesUnknownReleaseAlone() {
        PemjaRelease release = unknown();
        TargetTransformer transformer = transformer(false);
        for (Target target : Target.ALL) {
            byte[] bytes = release.bytes(target.name());
            assertThat(transformer.transform(release, target.name(), null, null, bytes)).isNull();
        }
        assertThat(refusals).hasSize(1);
        assertThat(runtime.asked).isZero();
    }

    @Test
    @DisplayName("B13: bytes that another agent made unreadable are a refusal, not an unwoven run")
    void refusesBytesThatCannotBeWoven() {
        PemjaRelease release = PemjaRelease.of("0.5.7");
        byte[] bytes = ReferenceCheckTest.ofFutureVersion(Target.INTERPRETER);
        byte[] woven = transformer(true).transform(release, Target.INTERPRETER, null, null, bytes);
        Class<?> interpreter = release.load(Target.INTERPRETER, ignored -> woven);
        assertThatThrownBy(() -> interpreter.getConstructors()[0].newInstance((Object) null))
                .cause()
                .hasMessageContaining("could not be woven");
    }

    @Test
    @DisplayName(
            "B1: a class of a patched jar is woven from its original, for this agent's runtime")
    void weavesPatchedClassAnew() {
        PemjaRelease release = patched(PemjaRelease.of("0.5.7"));
        byte[] bytes = release.bytes(Target.INTERPRETER);
        assertThat(text(bytes)).contains("PatchedStart");
        byte[] woven = transformer(true).transform(release, Target.INTERPRETER, null, null, bytes);
        assertThat(text(woven)).contains("PemjaDispatch").doesNotContain("PatchedStart");
        assertThat(refusals).isEmpty();
        assertThat(runtime.asked).isEqualTo(1);
    }

    @Test
    @DisplayName("B1: it stays as it is where its loader has the jar's own runtime")
    void leavesPatchedClassToItsRuntime() {
        PemjaRelease release =
                patched(PemjaRelease.of("0.5.7")).with(Target.INTERPRETER_DISPATCH, new byte[0]);
        byte[] bytes = release.bytes(Target.INTERPRETER);
        assertThat(transformer(true).transform(release, Target.INTERPRETER, null, null, bytes))
                .isNull();
        assertThat(runtime.asked).isZero();
    }

    @Test
    @DisplayName("B1: without its originals a patched Pemja is refused, never woven twice")
    void refusesPatchedClassWithoutOriginal() {
        PemjaRelease release = patched(PemjaRelease.of("0.5.7"));
        release.without(original(Target.HANDLE));
        byte[] bytes = release.bytes(Target.INTERPRETER);
        byte[] woven = transformer(true).transform(release, Target.INTERPRETER, null, null, bytes);
        assertThat(text(woven)).contains("pemja/core/object/PyObject is missing");
        assertThat(refusals).hasSize(1);
    }

    private static PemjaRelease patched(PemjaRelease release) {
        for (Target target : Target.ALL) {
            byte[] bytes = release.bytes(target.name());
            release.with(original(target.name()), bytes);
            release.with(target.name(), StaticStart.weave(target, bytes));
        }
        return release;
    }

    private static String original(String name) {
        return PatchedJar.originalOf(name + ".class").replaceAll("\\.class$", "");
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    private static PemjaRelease unknown() {
        return PemjaRelease.of("0.5.7")
                .with(Target.ITERATOR, node -> node.methods.removeIf(m -> m.name.equals("next")));
    }

    /** The tests' classes are on the class path already, so nothing has to be started. */
    private static final class CountedStart extends RuntimeStart {
        private int asked;

        private CountedStart() {
            super(null, null, null);
        }

        @Override
        void ensure() {
            asked++;
        }
    }
}
