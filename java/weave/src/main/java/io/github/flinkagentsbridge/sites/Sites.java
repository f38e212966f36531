package io.github.flinkagentsbridge.sites;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.management.ManagementFactory;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;

import javax.management.InstanceAlreadyExistsException;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.ObjectName;
import javax.management.StandardMBean;

/**
 * Where the redirected calls of a jar link to. Pemja decides: a woven one is called as before,
 * since its own methods route; for one as released the call goes to the runtime that travels in the
 * jar.
 *
 * <p>Each class loader has its own copy of this class, but the JVM has one runtime, whose loader
 * has that of Pemja as its parent. It is found among the JVM's beans, made of the JDK's classes
 * alone: system properties must be text, and an object of ours would keep the first job's loader.
 *
 * <p>Threads: any. The runtime is copied and its loader made with no lock held; who comes second
 * drops his and takes the first one's.
 */
public final class Sites {

    /** The runtime, inside of the patched jar; copied out, since a job's jar goes with its job. */
    public static final String RUNTIME_JAR = "META-INF/flink-agents-bridge/runtime.jar";

    /** The name under which a constructor call is redirected. */
    public static final String MAKE = "make";

    private static final String RUNTIME = "io.github.flinkagentsbridge:type=Sites";
    private static final String SEAMS = "io.github.flinkagentsbridge.pemja.";
    private static final String PACKAGE = "io.github.flinkagentsbridge.sites.";

    private Sites() {}

    /**
     * Bootstrap of each redirected call.
     *
     * @param name of Pemja's method, or {@link #MAKE}
     * @param type of the method with its receiver in front, or of the constructor with what it
     *     makes
     */
    public static CallSite link(MethodHandles.Lookup caller, String name, MethodType type)
            throws ReflectiveOperationException {
        boolean makes = name.equals(MAKE);
        Class<?> pemja = makes ? type.returnType() : type.parameterType(0);
        MethodHandle target;
        if (!isWoven(pemja)) {
            target = routed(pemja, name, type);
        } else if (makes) {
            target = caller.findConstructor(pemja, type.changeReturnType(void.class));
        } else {
            target = caller.findVirtual(pemja, name, type.dropParameterTypes(0, 1));
        }
        return new ConstantCallSite(target.asFixedArity().asType(type));
    }

    private static boolean isWoven(Class<?> pemja) {
        for (Class<?> one = pemja; one != null; one = one.getSuperclass()) {
            if (Arrays.stream(one.getInterfaces()).anyMatch(i -> i.getName().startsWith(SEAMS))) {
                return true;
            }
        }
        return false;
    }

    private static MethodHandle routed(Class<?> pemja, String name, MethodType type)
            throws ReflectiveOperationException {
        boolean interpreter = pemja.getSimpleName().equals("PythonInterpreter");
        ClassLoader runtime = runtime(pemja.getClassLoader());
        Class<?> dispatch =
                Class.forName(
                        PACKAGE + (interpreter ? "InterpreterSites" : "HandleSites"),
                        true,
                        runtime);
        MethodType erased =
                name.equals(MAKE)
                        ? MethodType.genericMethodType(1)
                        : type.changeParameterType(0, Object.class);
        return MethodHandles.publicLookup().findStatic(dispatch, name, erased);
    }

    private static ClassLoader runtime(ClassLoader pemja) {
        ClassLoader runtime;
        try {
            ObjectName bean = new ObjectName(RUNTIME);
            ClassLoader present = registered(bean);
            runtime = present != null ? present : register(bean, pemja);
        } catch (JMException | IOException failure) {
            throw new IllegalStateException(
                    "flink-agents-bridge: its runtime cannot be made (is java.io.tmpdir writable?)",
                    failure);
        }
        if (runtime.getParent() != pemja) {
            throw new IllegalStateException(
                    "flink-agents-bridge: this JVM has Pemja twice, in "
                            + runtime.getParent()
                            + " and in "
                            + pemja
                            + "; keep one flink-python jar on its class path.");
        }
        return runtime;
    }

    private static ClassLoader registered(ObjectName bean) throws JMException {
        try {
            return (ClassLoader)
                    ManagementFactory.getPlatformMBeanServer()
                            .invoke(bean, "get", new Object[0], new String[0]);
        } catch (InstanceNotFoundException none) {
            return null;
        }
    }

    private static ClassLoader register(ObjectName bean, ClassLoader pemja)
            throws JMException, IOException {
        Path copy = copy();
        URLClassLoader made = new URLClassLoader(new URL[] {copy.toUri().toURL()}, pemja);
        Future<ClassLoader> held = CompletableFuture.completedFuture(made);
        try {
            ManagementFactory.getPlatformMBeanServer()
                    .registerMBean(new StandardMBean(held, Future.class), bean);
            return made;
        } catch (InstanceAlreadyExistsException meanwhile) {
            made.close();
            Files.delete(copy);
            return registered(bean);
        }
    }

    private static Path copy() throws IOException {
        Path copy = Files.createTempFile("flink-agents-bridge-", ".jar");
        copy.toFile().deleteOnExit();
        try (InputStream runtime = Sites.class.getResourceAsStream("/" + RUNTIME_JAR)) {
            Files.copy(runtime, copy, StandardCopyOption.REPLACE_EXISTING);
        }
        return copy;
    }
}
