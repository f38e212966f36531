package io.github.flinkagentsbridge.scan;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.List;

/**
 * Loads Flink, the job and the scan. Of Pemja it makes stand-ins, so that nothing that comes out of
 * state can start Python or load native code of Pemja's; see {@link StandIn}.
 */
final class ScanLoader extends URLClassLoader {

    private static final String PEMJA = "pemja.";

    static {
        registerAsParallelCapable();
    }

    ScanLoader(List<URL> jars) {
        super(jars.toArray(new URL[0]), ClassLoader.getPlatformClassLoader());
    }

    /** Whether an object is Pemja's, and so belongs to a process that is gone. */
    static boolean isWrapper(Object value) {
        return value.getClass().getName().startsWith(PEMJA);
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        if (!name.startsWith(PEMJA)) {
            return super.findClass(name);
        }
        try (InputStream file = getResourceAsStream(name.replace('.', '/') + ".class")) {
            if (file == null) {
                throw new ClassNotFoundException(name);
            }
            byte[] standIn = StandIn.of(file.readAllBytes());
            return defineClass(name, standIn, 0, standIn.length);
        } catch (IOException failure) {
            throw new ClassNotFoundException(name, failure);
        }
    }
}
