package io.github.flinkagentsbridge.weave;

import java.net.URL;
import java.net.URLClassLoader;

/**
 * Holds the weaver apart from the application. Our classes come from here even when the boot class
 * path has them too, since the runtime's copies there are of another run-time package.
 */
final class WeaverLoader extends URLClassLoader {

    private static final String OURS = "io.github.flinkagentsbridge.";

    WeaverLoader(URL jar) {
        super(new URL[] {jar}, ClassLoader.getPlatformClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith(OURS)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            return loaded != null ? loaded : findClass(name);
        }
    }
}
