package io.github.flinkagentsbridge.pemja;

import java.util.HashMap;
import java.util.Map;

/**
 * What one interpreter knows of one manager's names: the variable that stands for them and the text
 * to invoke for each.
 *
 * <p>Threads: confined to the interpreter's.
 */
final class KnownNames {

    private final int namespace;
    private final String variable;

    /** Whether the names are the interpreter's own globals. */
    private final boolean own;

    /** Whether the variable stands for guards round the functions. */
    private final boolean guarded;

    private final Map<String, String> texts = new HashMap<>();
    private final Map<String, String> textsForOne = new HashMap<>();
    private Object generation;

    KnownNames(int namespace, String variable, boolean own) {
        this(namespace, variable, own, false);
    }

    private KnownNames(int namespace, String variable, boolean own, boolean guarded) {
        this.namespace = namespace;
        this.variable = variable;
        this.own = own;
        this.guarded = guarded;
    }

    /** Names whose functions are all invoked through guards. */
    static KnownNames guarded(int namespace, String variable) {
        return new KnownNames(namespace, variable, false, true);
    }

    /** Whether a guard looks a function up at each call, so that no text is ever out of date. */
    boolean isGuarded() {
        return guarded;
    }

    int namespace() {
        return namespace;
    }

    String variable() {
        return variable;
    }

    /** The generation of names that was last looked up here. */
    Object generation() {
        return generation;
    }

    void sawGeneration(Object latest) {
        generation = latest;
    }

    /** The text to invoke for a name; null when it was not invoked here so far. */
    String text(String name) {
        return texts.get(name);
    }

    /** The text for a call with one argument; null when there was none so far. */
    String textForOne(String name) {
        return textsForOne.get(name);
    }

    void addForOne(String name, String text) {
        textsForOne.put(name, text);
    }

    /**
     * Chooses that text. A function of a module among the interpreter's own names stays as it is;
     * plain names go through the alias, for Pemja keeps a borrowed reference to what it finds
     * itself (N1), and so do longer dotted names, which it cannot resolve, and odd ones (N3).
     */
    String add(String name) {
        int dot = name.indexOf('.');
        boolean escaped = guarded || OddNames.isGarbled(name);
        boolean asItIs = own && dot > 0 && name.indexOf('.', dot + 1) < 0 && !escaped;
        String text = asItIs ? name : variable + "." + (escaped ? PemjaForm.ofName(name) : name);
        texts.put(name, text);
        return text;
    }
}
