package io.github.flinkagentsbridge.weave;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/** A method whose body is handed over does what it did, whatever it takes and gives. */
public class BodyWrapTest {

    /** What has been handed over, by name. */
    static final List<String> HANDED = new ArrayList<>();

    /** Stands for the runtime. */
    public static Object around(String name, Callable<?> body) throws Exception {
        HANDED.add(name);
        return body.call();
    }

    public static void around(String name, Runnable body) {
        HANDED.add(name);
        body.run();
    }

    /** The class whose methods are wrapped. */
    public static class Base {
        protected String state = "";

        public long sum(int a, long b, double c) {
            return a + b + (long) c;
        }

        public synchronized boolean holds(Object[] things, byte small) {
            return things.length == small && Thread.holdsLock(this);
        }

        public void remember(String text) throws IOException {
            if (text == null) {
                throw new IOException("nothing");
            }
            state += text;
        }

        public String state() {
            return "base " + state;
        }
    }

    /** Has a method of the same name wrapped. */
    public static class Derived extends Base {
        @Override
        public String state() {
            return "derived " + super.state();
        }
    }

    @Test
    @DisplayName("R9: results and arguments of every kind, and a subclass with the same method")
    void handsBodiesOver() throws Exception {
        HANDED.clear();
        Object made = Wrapping.derived();
        assertThat(call(made, "sum", 1, 2L, 3.5)).isEqualTo(6L);
        assertThat(call(made, "holds", new Object[2], (byte) 2)).isEqualTo(true);
        call(made, "remember", "x");
        assertThat(call(made, "state")).isEqualTo("derived base x");
        assertThat(HANDED)
                .containsExactly(
                        "Base.sum", "Base.holds", "Base.remember", "Derived.state", "Base.state");
    }

    @Test
    @DisplayName("R14: what the body throws comes through as it is, checked or not")
    void throwsAsItIs() throws Exception {
        Object made = Wrapping.derived();
        assertThatThrownBy(() -> call(made, "remember", (Object) null))
                .isInstanceOf(IOException.class)
                .hasMessage("nothing");
    }

    private static Object call(Object target, String name, Object... arguments) throws Exception {
        for (var method : target.getClass().getMethods()) {
            if (method.getName().equals(name)) {
                try {
                    return method.invoke(target, arguments);
                } catch (InvocationTargetException thrown) {
                    throw (Exception) thrown.getCause();
                }
            }
        }
        throw new AssertionError(name);
    }

    /** Defines the classes anew with every method of their own wrapped. */
    private static final class Wrapping extends ClassLoader {

        private Wrapping() {
            super(BodyWrapTest.class.getClassLoader());
        }

        static Object derived() throws Exception {
            return new Wrapping().loadClass(Derived.class.getName()).getConstructor().newInstance();
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            Class<?> known = findLoadedClass(name);
            if (known != null || !name.equals(Base.class.getName()) && !isDerived(name)) {
                return known != null ? known : super.loadClass(name, resolve);
            }
            byte[] woven = woven(name);
            return defineClass(name, woven, 0, woven.length);
        }

        private static boolean isDerived(String name) {
            return name.equals(Derived.class.getName());
        }

        private static byte[] woven(String name) throws ClassNotFoundException {
            ClassNode node = new ClassNode();
            try {
                new ClassReader(name).accept(node, 0);
            } catch (IOException missing) {
                throw new ClassNotFoundException(name, missing);
            }
            String simple = name.substring(name.lastIndexOf('$') + 1);
            for (MethodNode method : List.copyOf(node.methods)) {
                if (!method.name.equals("<init>")) {
                    InsnList leading = new InsnList();
                    leading.add(new LdcInsnNode(simple + "." + method.name));
                    MethodInsnNode around =
                            new MethodInsnNode(
                                    Opcodes.INVOKESTATIC,
                                    BodyWrapTest.class.getName().replace('.', '/'),
                                    "around",
                                    "()V");
                    BodyWrap.wrap(node, method, leading, "Ljava/lang/String;", around);
                }
            }
            ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
            node.accept(writer);
            return writer.toByteArray();
        }
    }
}
