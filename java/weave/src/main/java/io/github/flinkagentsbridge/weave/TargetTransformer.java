package io.github.flinkagentsbridge.weave;

import java.lang.instrument.ClassFileTransformer;
import java.net.URLClassLoader;
import java.security.ProtectionDomain;
import java.util.Optional;

/**
 * Weaves the targets when they load, from whichever loader. The name decides before a byte is read:
 * no other class is ever parsed, so none can be of a version that is too new.
 */
final class TargetTransformer implements ClassFileTransformer {

    private static final System.Logger LOG = System.getLogger(TargetTransformer.class.getName());

    private static final String DISPATCH = Target.INTERPRETER_DISPATCH + ".class";

    private final Verdicts verdicts;
    private final AgentsTargets agents;
    private final RuntimeStart runtime;

    TargetTransformer(Verdicts verdicts, AgentsTargets agents, RuntimeStart runtime) {
        this.verdicts = verdicts;
        this.agents = agents;
        this.runtime = runtime;
    }

    @Override
    public byte[] transform(
            ClassLoader loader,
            String name,
            Class<?> redefined,
            ProtectionDomain domain,
            byte[] bytes) {
        if (name == null || redefined != null) {
            return null;
        }
        if (agents.contains(name)) {
            return mend(name, bytes);
        }
        return name.startsWith("pemja/core/") ? weaveTarget(name, loader, bytes) : null;
    }

    /** The JVM would swallow a failure and go on unwoven; so it becomes a refusal (B13). */
    private byte[] weaveTarget(String name, ClassLoader loader, byte[] bytes) {
        String refusal;
        try {
            Optional<Target> target = Target.named(name);
            if (target.isEmpty() || bringsItsRuntime(loader, bytes)) {
                return null;
            }
            Optional<String> mismatch = verdicts.refusal(loader);
            if (mismatch.isEmpty()) {
                byte[] released = new ClassBytes(loader).released(name, bytes);
                byte[] woven = SeamWeaver.weave(target.get(), released);
                runtime.ensure();
                return woven;
            }
            refusal = mismatch.get();
        } catch (Throwable failure) {
            LOG.log(System.Logger.Level.ERROR, name + " could not be woven", failure);
            refusal = name + " could not be woven: " + failure;
        }
        return verdicts.strict() ? RefusedClass.instead(name, refusal) : null;
    }

    /**
     * Whether the class is out of a patched jar, in a loader that would look there before the boot
     * class path. That jar's runtime serves it, or refuses if the agent's is in use.
     */
    private static boolean bringsItsRuntime(ClassLoader loader, byte[] bytes) {
        return loader instanceof URLClassLoader
                && PatchMark.isWoven(bytes)
                && ((URLClassLoader) loader).findResource(DISPATCH) != null;
    }

    /** A class that cannot be mended works as it did before. */
    private byte[] mend(String name, byte[] bytes) {
        try {
            byte[] mended = agents.mend(name, bytes);
            if (mended != null) {
                runtime.ensure();
            }
            return mended;
        } catch (Throwable failure) {
            LOG.log(System.Logger.Level.WARNING, name + " stays unmended", failure);
            return null;
        }
    }
}
