package io.github.flinkagentsbridge.weave;

import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.tree.ClassNode;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** A released Pemja as the build copied it, or one with altered classes. Loads them woven. */
final class PemjaRelease extends URLClassLoader {

    /** Pemja by Flink: 2.2.0 has 0.5.5, 2.2.1 has 0.5.7; 0.6.0 is the newest. */
    static final String[] VERSIONS = {"0.5.5", "0.5.7", "0.6.0"};

    private final Map<String, byte[]> altered = new HashMap<>();
    private UnaryOperator<byte[]> weaving = UnaryOperator.identity();
    private String woven = "";

    private PemjaRelease(URL jar) {
        super(new URL[] {jar}, new WithoutPemja(PemjaRelease.class.getClassLoader()));
    }

    static PemjaRelease of(String version) {
        try {
            Path jar = Path.of("target", "pemja", "pemja-" + version + ".jar");
            return new PemjaRelease(jar.toUri().toURL());
        } catch (MalformedURLException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    /** Changes a class of the release, as a later release might. */
    PemjaRelease with(String name, Consumer<ClassNode> change) {
        ClassNode node = new ClassNode();
        new ClassReader(bytes(name)).accept(node, 0);
        change.accept(node);
        ClassWriter writer = new ClassWriter(0);
        node.accept(writer);
        return with(name, writer.toByteArray());
    }

    PemjaRelease with(String name, byte[] bytes) {
        altered.put(name, bytes);
        return this;
    }

    void without(String name) {
        altered.remove(name);
    }

    byte[] bytes(String name) {
        try (InputStream stream = getResourceAsStream(name + ".class")) {
            return stream.readAllBytes();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Defines the named class from transformed bytes, in this loader. */
    Class<?> load(String name, UnaryOperator<byte[]> transformation) {
        woven = name.replace('/', '.');
        weaving = transformation;
        try {
            return Class.forName(woven, false, this);
        } catch (ClassNotFoundException impossible) {
            throw new AssertionError(impossible);
        }
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        String internal = name.replace('.', '/');
        byte[] bytes = name.equals(woven) ? weaving.apply(bytes(internal)) : bytes(internal);
        return defineClass(name, bytes, 0, bytes.length);
    }

    @Override
    public URL findResource(String name) {
        try {
            boolean added = altered.containsKey(name.replaceAll("\\.class$", ""));
            return added ? new URL("file:/altered/" + name) : super.findResource(name);
        } catch (MalformedURLException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    @Override
    public InputStream getResourceAsStream(String name) {
        byte[] bytes = altered.get(name.replaceAll("\\.class$", ""));
        return bytes == null ? super.getResourceAsStream(name) : new ByteArrayInputStream(bytes);
    }

    /** The tests' own class path has a Pemja too, which is not the one that is meant. */
    private static final class WithoutPemja extends ClassLoader {

        private WithoutPemja(ClassLoader parent) {
            super(parent);
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (name.startsWith("pemja.")) {
                throw new ClassNotFoundException(name);
            }
            return super.loadClass(name, resolve);
        }

        @Override
        public URL getResource(String name) {
            return name.startsWith("pemja/") ? null : super.getResource(name);
        }
    }
}
