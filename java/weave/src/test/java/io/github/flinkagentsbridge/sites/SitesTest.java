package io.github.flinkagentsbridge.sites;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.invoke.CallSite;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.management.ManagementFactory;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.UUID;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.StreamSupport;

import javax.management.MBeanServer;
import javax.management.ObjectName;

/** Where redirected calls of several jobs link to, each with its own copy of the linking class. */
class SitesTest {

    /** Copied by each job; told apart from all other copies in that folder by what is in it. */
    private final byte[] jar = runtimeJar();

    private final Path folder = Path.of(System.getProperty("java.io.tmpdir"));
    private final Pemja pemja = new Pemja();
    private final MBeanServer beans = ManagementFactory.getPlatformMBeanServer();

    @AfterEach
    void forgetRuntime() throws Exception {
        ObjectName bean = new ObjectName("io.github.flinkagentsbridge:type=Sites");
        if (beans.isRegistered(bean)) {
            beans.unregisterMBean(bean);
        }
    }

    @Test
    @DisplayName("B1: jobs share one runtime, and the system properties stay text")
    void oneRuntime() throws Exception {
        Object first = runtimeOf(new Job(() -> {}));
        assertThat(runtimeOf(new Job(() -> {}))).isSameAs(first);
        assertThat(System.getProperties().values()).allMatch(value -> value instanceof String);
        System.getProperties().store(OutputStream.nullOutputStream(), null);
        assertThat(copies()).isEqualTo(1);
    }

    @Test
    @DisplayName(
            "B1, I1: of jobs that make it at once one wins, none waits for the other's copying")
    void oneRuntimeAtOnce() throws Exception {
        CyclicBarrier bothCopy = new CyclicBarrier(2);
        FutureTask<Object> rival = new FutureTask<>(() -> runtimeOf(new Job(() -> at(bothCopy))));
        Thread thread = new Thread(rival, "rival");
        thread.setDaemon(true);
        thread.start();
        Object mine = runtimeOf(new Job(() -> at(bothCopy)));
        assertThat(rival.get(30, TimeUnit.SECONDS)).isSameAs(mine);
        assertThat(copies()).isEqualTo(1);
    }

    @Test
    @DisplayName("B1: a second Pemja in another class loader is refused, and both are named")
    void refusesSecondPemja() throws Exception {
        runtimeOf(new Job(() -> {}));
        Pemja other = new Pemja();
        assertThatThrownBy(() -> new Job(() -> {}).link(other))
                .rootCause()
                .hasMessageContaining("this JVM has Pemja twice, in " + pemja + " and in " + other);
    }

    private long copies() throws IOException {
        try (DirectoryStream<Path> all =
                Files.newDirectoryStream(folder, "flink-agents-bridge-*.jar")) {
            return StreamSupport.stream(all.spliterator(), false).filter(this::isOurs).count();
        }
    }

    private boolean isOurs(Path copy) {
        try {
            return Arrays.equals(Files.readAllBytes(copy), jar);
        } catch (IOException goneMeanwhile) {
            return false;
        }
    }

    /** The class loader of what the job's call leads to. */
    private Object runtimeOf(Job job) throws Exception {
        try {
            return job.link(pemja).getTarget().invokeWithArguments(new Object[] {null});
        } catch (Throwable failure) {
            throw new AssertionError(failure);
        }
    }

    private static void at(CyclicBarrier gate) {
        try {
            gate.await(10, TimeUnit.SECONDS);
        } catch (Exception alone) {
            throw new AssertionError("the other one does not come", alone);
        }
    }

    /** The class loader of a Pemja as released. */
    private static final class Pemja extends ClassLoader {
        Pemja() {
            super(ClassLoader.getPlatformClassLoader());
            byte[] bytes = classFile("pemja/core/PythonInterpreter").toByteArray();
            defineClass("pemja.core.PythonInterpreter", bytes, 0, bytes.length);
        }
    }

    /** A user-code class loader, in whose jar the runtime lies. */
    private final class Job extends ClassLoader {
        private final Runnable duringCopy;

        Job(Runnable duringCopy) {
            super(SitesTest.class.getClassLoader());
            this.duringCopy = duringCopy;
        }

        CallSite link(Pemja pemja) throws Exception {
            Class<?> interpreter = pemja.loadClass("pemja.core.PythonInterpreter");
            MethodType type = MethodType.methodType(Object.class, interpreter);
            MethodHandles.Lookup caller = MethodHandles.publicLookup();
            return (CallSite)
                    ownSites()
                            .getMethod("link", caller.getClass(), String.class, type.getClass())
                            .invoke(null, caller, "close", type);
        }

        private Class<?> ownSites() throws IOException {
            String file = Sites.class.getName().replace('.', '/') + ".class";
            try (InputStream in = getParent().getResourceAsStream(file)) {
                byte[] bytes = in.readAllBytes();
                return defineClass(Sites.class.getName(), bytes, 0, bytes.length);
            }
        }

        @Override
        public InputStream getResourceAsStream(String name) {
            assertThat(name).isEqualTo(Sites.RUNTIME_JAR);
            duringCopy.run();
            return new ByteArrayInputStream(jar);
        }
    }

    /** Has one method, which tells its class loader. */
    private static byte[] runtimeJar() {
        String dispatch = "io/github/flinkagentsbridge/sites/InterpreterSites";
        ClassWriter writer = classFile(dispatch);
        MethodVisitor close =
                writer.visitMethod(
                        Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC,
                        "close",
                        "(Ljava/lang/Object;)Ljava/lang/Object;",
                        null,
                        null);
        close.visitLdcInsn(Type.getObjectType(dispatch));
        close.visitMethodInsn(
                Opcodes.INVOKEVIRTUAL,
                "java/lang/Class",
                "getClassLoader",
                "()Ljava/lang/ClassLoader;",
                false);
        close.visitInsn(Opcodes.ARETURN);
        close.visitMaxs(1, 1);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JarOutputStream jar = new JarOutputStream(bytes)) {
            jar.putNextEntry(new JarEntry(dispatch + ".class"));
            jar.write(writer.toByteArray());
            jar.putNextEntry(new JarEntry(UUID.randomUUID().toString()));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return bytes.toByteArray();
    }

    private static ClassWriter classFile(String name) {
        ClassWriter writer = new ClassWriter(0);
        writer.visit(Opcodes.V11, Opcodes.ACC_PUBLIC, name, null, "java/lang/Object", null);
        return writer;
    }
}
