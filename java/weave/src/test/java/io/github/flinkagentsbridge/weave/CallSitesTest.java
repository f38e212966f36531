package io.github.flinkagentsbridge.weave;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;

import pemja.core.Interpreter;
import pemja.core.PythonInterpreter;
import pemja.core.PythonInterpreterConfig;
import pemja.core.object.PyObject;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Which calls of Pemja are found in what javac makes, and which of them lead to the bridge. */
class CallSitesTest {

    @Test
    @DisplayName("B1: a constructor, methods with any number of arguments, calls inside of lambdas")
    void redirectsPlainCalls() {
        CallSites calls = new CallSites(bytes(Plain.class));
        assertThat(linked(calls.redirect()))
                .containsExactlyInAnyOrder(
                        "make(Lpemja/core/PythonInterpreterConfig;)Lpemja/core/PythonInterpreter;",
                        "invoke(Lpemja/core/PythonInterpreter;Ljava/lang/String;"
                                + "[Ljava/lang/Object;)Ljava/lang/Object;",
                        "invoke(Lpemja/core/PythonInterpreter;Ljava/lang/String;Ljava/util/Map;)"
                                + "Ljava/lang/Object;",
                        "close(Lpemja/core/object/PyObject;)V",
                        "close(Lpemja/core/PythonInterpreter;)V");
        assertThat(calls.redirected()).isEqualTo(calls.found()).isEqualTo(5);
        assertThat(calls.missesOne()).isFalse();
    }

    @Test
    @DisplayName("B1: method references and calls by Pemja's interface are counted, and stay")
    void countsWhatIsBeyondReach() {
        CallSites calls = new CallSites(bytes(Beyond.class));
        calls.redirect();
        assertThat(calls.found()).isEqualTo(2);
        assertThat(calls.redirected()).isZero();
        assertThat(calls.missesOne()).isFalse();
    }

    @Test
    @DisplayName("B13: an interpreter that would be made past the bridge is told")
    void tellsInterpretersItMisses() {
        for (Class<?> maker : List.of(Branching.class, Referring.class)) {
            CallSites calls = new CallSites(bytes(maker));
            calls.redirect();
            assertThat(calls.missesOne()).as(maker.getSimpleName()).isTrue();
        }
    }

    private static List<String> linked(byte[] bytes) {
        ClassNode node = new ClassNode();
        new ClassReader(bytes).accept(node, 0);
        return node.methods.stream()
                .flatMap(method -> Stream.of(method.instructions.toArray()))
                .filter(InvokeDynamicInsnNode.class::isInstance)
                .map(InvokeDynamicInsnNode.class::cast)
                .filter(each -> each.bsm.getOwner().endsWith("/Sites"))
                .map(each -> each.name + each.desc)
                .collect(Collectors.toList());
    }

    private static byte[] bytes(Class<?> type) {
        String name = type.getName().replace('.', '/') + ".class";
        try (InputStream stream = type.getClassLoader().getResourceAsStream(name)) {
            return stream.readAllBytes();
        } catch (IOException failure) {
            throw new AssertionError(failure);
        }
    }

    /** Never run: only its bytes are looked at, as are those of the others. */
    private static final class Plain {
        void run(PythonInterpreterConfig config, PyObject handle) throws Exception {
            PythonInterpreter made = new PythonInterpreter(config);
            Runnable later = () -> made.invoke("f", 1, 2);
            later.run();
            made.invoke("g", Map.of());
            handle.close();
            made.close();
        }
    }

    private static final class Beyond {
        Function<String, Object> run(PythonInterpreter python, Interpreter same) {
            same.exec("pass");
            return python::get;
        }
    }

    private static final class Branching {
        Object run(PythonInterpreterConfig one, PythonInterpreterConfig other) {
            return new PythonInterpreter(one == null ? other : one);
        }
    }

    private static final class Referring {
        Function<PythonInterpreterConfig, Object> run() {
            return PythonInterpreter::new;
        }
    }
}
