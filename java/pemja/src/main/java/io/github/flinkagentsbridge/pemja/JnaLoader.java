package io.github.flinkagentsbridge.pemja;

import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;

/**
 * Holds our JNA apart from everybody else's. JNA cannot be relocated, because its native side goes
 * by the names of its classes; so it lies in a folder of the agent jar that no other loader looks
 * into, and comes from there even when the boot class path has one too.
 */
final class JnaLoader extends URLClassLoader {

    private static final String JNA = "com.sun.jna.";

    JnaLoader(String jarPath) throws MalformedURLException {
        super(
                new URL[] {new URL("jar:" + Path.of(jarPath).toUri() + "!/jna/")},
                besideTheRuntime());
    }

    /** In a patched jar the runtime is where Pemja is; the agent has it on the boot class path. */
    private static ClassLoader besideTheRuntime() {
        ClassLoader own = JnaLoader.class.getClassLoader();
        return own == null ? ClassLoader.getPlatformClassLoader() : own;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith(JNA)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            return loaded != null ? loaded : findClass(name);
        }
    }
}
