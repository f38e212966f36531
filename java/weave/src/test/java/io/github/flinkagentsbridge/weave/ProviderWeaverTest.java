package io.github.flinkagentsbridge.weave;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.flinkagentsbridge.pemja.BridgeOptions;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

import java.io.ObjectStreamClass;
import java.io.Serializable;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;

/** The provider of 0.2.1 and 0.3.x asks the thread for a class loader, and CPython's has none. */
class ProviderWeaverTest {

    private static final String THREAD = "java/lang/Thread";
    private static final String GET = "()Ljava/lang/ClassLoader;";

    private final ClassLoader user = new URLClassLoader(new URL[0]);

    @Test
    @DisplayName("B1: a thread without a class loader gets that of the plan's reader")
    void goesByTheReadersLoader() throws Exception {
        Object provider = with(user, () -> mended().getConstructor().newInstance());
        assertThat(with(null, () -> provide(provider))).isSameAs(user);
    }

    @Test
    @DisplayName("B1: a thread's own class loader goes first")
    void goesByTheThreadsOwnLoader() throws Exception {
        ClassLoader own = new URLClassLoader(new URL[0]);
        Object provider = with(user, () -> mended().getConstructor().newInstance());
        assertThat(with(own, () -> provide(provider))).isSameAs(own);
    }

    @Test
    @DisplayName("B1: a provider that was written before can be read after, and the reverse")
    void keepsItsSerialForm() throws Exception {
        ObjectStreamClass before = ObjectStreamClass.lookup(define(provider(true)));
        ObjectStreamClass after = ObjectStreamClass.lookup(mended());
        assertThat(after.getSerialVersionUID()).isEqualTo(before.getSerialVersionUID());
        assertThat(after.getFields()).isEmpty();
    }

    @Test
    @DisplayName("B1: a provider that asks no thread, as in 0.2.0, gets nothing")
    void leavesOtherProvider() {
        assertThat(mend(provider(false))).isNull();
        assertThat(mend(mend(provider(true)))).isNull();
    }

    private static Class<?> mended() {
        return define(mend(provider(true)));
    }

    private static byte[] mend(byte[] original) {
        return AgentsTargets.ofJar(BridgeOptions.parse("")).mend(ProviderWeaver.TARGET, original);
    }

    private static Object provide(Object provider) throws Exception {
        return provider.getClass().getMethod("provide").invoke(provider);
    }

    private static Object with(ClassLoader context, Callable<?> body) throws Exception {
        FutureTask<?> task = new FutureTask<>(body);
        Thread thread = new Thread(task, "provider");
        thread.setContextClassLoader(context);
        thread.start();
        thread.join(10_000);
        return task.get();
    }

    private static Class<?> define(byte[] bytes) {
        return new ClassLoader(ProviderWeaverTest.class.getClassLoader()) {
            private Class<?> define() {
                return defineClass(ProviderWeaver.TARGET.replace('/', '.'), bytes, 0, bytes.length);
            }
        }.define();
    }

    private static byte[] provider(boolean asksTheThread) {
        ClassNode node = new ClassNode();
        String[] serializable = {Serializable.class.getName().replace('.', '/')};
        String target = ProviderWeaver.TARGET;
        node.visit(Opcodes.V11, Opcodes.ACC_PUBLIC, target, null, "java/lang/Object", serializable);
        MethodNode made = method(node, "<init>", "()V");
        made.visitVarInsn(Opcodes.ALOAD, 0);
        made.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
        made.visitInsn(Opcodes.RETURN);
        MethodNode provide = method(node, "provide", "()Ljava/lang/Object;");
        provide.visitMethodInsn(
                Opcodes.INVOKESTATIC, THREAD, "currentThread", "()Ljava/lang/Thread;", false);
        if (asksTheThread) {
            provide.visitMethodInsn(
                    Opcodes.INVOKEVIRTUAL, THREAD, "getContextClassLoader", GET, false);
        }
        provide.visitInsn(Opcodes.ARETURN);
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        node.accept(writer);
        return writer.toByteArray();
    }

    private static MethodNode method(ClassNode node, String name, String descriptor) {
        return (MethodNode) node.visitMethod(Opcodes.ACC_PUBLIC, name, descriptor, null, null);
    }
}
