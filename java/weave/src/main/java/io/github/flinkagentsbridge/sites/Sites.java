package io.github.flinkagentsbridge.sites;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;

/**
 * Where the redirected calls of a jar link to. Pemja decides: a woven one is called as before,
 * since its own methods route; for one as released the call goes to the runtime that travels in the
 * jar.
 *
 * <p>Each class loader has its own copy of this class, but the JVM has one runtime: its class
 * stands among the system properties, and its loader has that of Pemja as its parent.
 */
public final class Sites {

    /** The runtime, inside of the patched jar; copied out, since a job's jar goes with its job. */
    public static final String RUNTIME_JAR = "META-INF/flink-agents-bridge/runtime.jar";

    /** The name under which a constructor call is redirected. */
    public static final String MAKE = "make";

    private static final String RUNTIME = "flinkagentsbridge.sites";
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
        ClassLoader runtime =
                (ClassLoader) System.getProperties().computeIfAbsent(RUNTIME, key -> loader(pemja));
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

    private static ClassLoader loader(ClassLoader pemja) {
        try (InputStream runtime = Sites.class.getResourceAsStream("/" + RUNTIME_JAR)) {
            Path copy = Files.createTempFile("flink-agents-bridge-", ".jar");
            copy.toFile().deleteOnExit();
            Files.copy(runtime, copy, StandardCopyOption.REPLACE_EXISTING);
            return new URLClassLoader(new URL[] {copy.toUri().toURL()}, pemja);
        } catch (IOException unwritable) {
            throw new UncheckedIOException(
                    "flink-agents-bridge: its runtime cannot be copied into java.io.tmpdir",
                    unwritable);
        }
    }
}
