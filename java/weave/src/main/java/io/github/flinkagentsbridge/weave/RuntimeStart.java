package io.github.flinkagentsbridge.weave;

import io.github.flinkagentsbridge.agents.RuntimeClaim;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.InvocationTargetException;
import java.util.jar.JarFile;

/**
 * Puts the runtime on the boot class path, where every class loader sees the one dispatch, when the
 * first woven class is about to link to it. Not before: the JVM remarks on it in its output.
 *
 * <p>Threads: any; guarded by itself.
 */
class RuntimeStart {

    private static final String RUNTIME = "io.github.flinkagentsbridge.agents.AgentsRuntime";

    private final Instrumentation instrumentation;
    private final String jar;
    private final String optionText;
    private boolean done;

    RuntimeStart(Instrumentation instrumentation, String jar, String optionText) {
        this.instrumentation = instrumentation;
        this.jar = jar;
        this.optionText = optionText;
    }

    /** Makes sure that the runtime is there. */
    synchronized void ensure() {
        if (done) {
            return;
        }
        // Before its classes can be seen: a loader that has begun to take them from a patched jar
        // would take the others from here.
        RuntimeClaim.take(jar, null);
        try (JarFile file = new JarFile(jar)) {
            instrumentation.appendToBootstrapClassLoaderSearch(file);
            // By name: a link from here would lead to this loader's own copy.
            Class.forName(RUNTIME, true, null)
                    .getMethod("start", String.class, String.class)
                    .invoke(null, optionText, jar);
        } catch (InvocationTargetException refusal) {
            throw new IllegalStateException(refusal.getCause().getMessage(), refusal.getCause());
        } catch (IOException | ReflectiveOperationException failure) {
            throw new IllegalStateException("the runtime in " + jar + " did not start", failure);
        }
        done = true;
    }
}
