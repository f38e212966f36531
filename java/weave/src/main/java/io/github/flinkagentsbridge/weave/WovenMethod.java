package io.github.flinkagentsbridge.weave;

import org.objectweb.asm.tree.MethodNode;

/** A public method whose body becomes a call to the method of the same name in a dispatch class. */
final class WovenMethod {

    private static final String RAW_PREFIX = "bridge$";

    private final String name;
    private final String descriptor;

    WovenMethod(String name, String descriptor) {
        this.name = name;
        this.descriptor = descriptor;
    }

    String name() {
        return name;
    }

    String descriptor() {
        return descriptor;
    }

    /** The name under which the original body lives on; the seam interfaces declare it. */
    String rawName() {
        return RAW_PREFIX + name;
    }

    boolean is(MethodNode method) {
        return is(method.name, method.desc);
    }

    boolean is(String otherName, String otherDescriptor) {
        return name.equals(otherName) && descriptor.equals(otherDescriptor);
    }

    @Override
    public String toString() {
        return name + descriptor;
    }
}
