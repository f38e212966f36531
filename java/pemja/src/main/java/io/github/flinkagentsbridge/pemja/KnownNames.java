package io.github.flinkagentsbridge.pemja;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What one interpreter knows of one manager's names: the variable that stands for them and the text
 * to invoke for each.
 *
 * <p>Threads: confined to the interpreter's.
 */
final class KnownNames {

    /** Up to so many arguments a guard of its own stands for each number of them. */
    static final int MOST_COUNTED = 3;

    /** Instead of their number: any arguments, keywords included. */
    static final int ANY = MOST_COUNTED + 1;

    private final int namespace;
    private final String variable;

    /** Whether the names are the interpreter's own globals. */
    private final boolean own;

    private final Map<String, String> texts = new HashMap<>();

    /** The texts that stand for guards, by number of arguments and name. */
    private final List<Map<String, String>> guards = new ArrayList<>();

    private int guardsMade;
    private Object generation;

    KnownNames(int namespace, String variable, boolean own) {
        this.namespace = namespace;
        this.variable = variable;
        this.own = own;
        for (int count = 0; count <= ANY; count++) {
            guards.add(new HashMap<>());
        }
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

    /**
     * The text that stands for a guard; null when there is none so far.
     *
     * @param count up to {@link #MOST_COUNTED}, or {@link #ANY}
     */
    String guard(String name, int count) {
        return guards.get(count).get(name);
    }

    /** The attribute of the alias that the next guard shall be; short, for Pemja copies it. */
    String nextGuard() {
        return Integer.toString(++guardsMade, Character.MAX_RADIX);
    }

    /** Notes the guard that now stands there, and returns the text for it. */
    String addGuard(String name, int count, String attribute) {
        String text = variable + "." + attribute;
        guards.get(count).put(name, text);
        return text;
    }

    /**
     * Chooses that text. A function of a module among the interpreter's own names stays as it is;
     * plain names go through the alias, for Pemja keeps a borrowed reference to what it finds
     * itself (N1), and so do longer dotted names, which it cannot resolve, and odd ones (N3).
     */
    String add(String name) {
        int dot = name.indexOf('.');
        boolean escaped = OddNames.isGarbled(name);
        boolean asItIs = own && dot > 0 && name.indexOf('.', dot + 1) < 0 && !escaped;
        String text = asItIs ? name : variable + "." + (escaped ? PemjaForm.ofName(name) : name);
        texts.put(name, text);
        return text;
    }
}
