package io.github.flinkagentsbridge.pemja;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The names of one manager between two changes of them. Pemja caches a callable by the text of its
 * name, so after a change the same name must go over in another text: each table has an alias
 * variable of its own (N2).
 *
 * <p>Threads: immutable but for the set of invoked roots, which is concurrent.
 */
final class NameTable {

    private final int namespace;
    private final int epoch;
    private final String variable;

    /** First segments of the names invoked through this table. */
    private final Set<String> invokedRoots = ConcurrentHashMap.newKeySet();

    NameTable(int namespace, int epoch) {
        this.namespace = namespace;
        this.epoch = epoch;
        this.variable = variable(namespace, epoch);
    }

    private static String variable(int namespace, int epoch) {
        return "__bridge_names_" + namespace + "_" + epoch + "__";
    }

    int namespace() {
        return namespace;
    }

    /** The variable in an interpreter's own globals that stands for the namespace. */
    String variable() {
        return variable;
    }

    /** Turns a name into the text to invoke, and notes that it is in use. */
    String alias(String name) {
        invokedRoots.add(root(name));
        return variable + "." + name;
    }

    /** The table to use once {@code name} has changed: this one, if nobody has invoked it. */
    NameTable afterChangeOf(String name) {
        return invokedRoots.contains(root(name)) ? next() : this;
    }

    /** The table to use once any name may have changed. */
    NameTable afterAnyChange() {
        return invokedRoots.isEmpty() ? this : next();
    }

    private NameTable next() {
        return new NameTable(namespace, epoch + 1);
    }

    private static String root(String name) {
        int dot = name.indexOf('.');
        return dot < 0 ? name : name.substring(0, dot);
    }
}
