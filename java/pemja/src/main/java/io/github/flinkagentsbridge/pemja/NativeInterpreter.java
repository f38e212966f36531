package io.github.flinkagentsbridge.pemja;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The one thread state of one OS thread (T9): Pemja's native interpreter, started and closed there.
 * Managers that have their primary on the same thread share it, each with its own names.
 *
 * <p>Threads: confined to the thread that started it; {@link #current()} finds it there.
 */
final class NativeInterpreter {

    /** Set only on threads that own an interpreter, and removed when it is closed. */
    private static final ThreadLocal<NativeInterpreter> CURRENT = new ThreadLocal<>();

    private static final AtomicInteger NUMBERS = new AtomicInteger();
    private static final String VALUE_VARIABLE = "__bridge_value__";

    private final InterpreterSeam seam;
    private final boolean isolated;
    private final int number = NUMBERS.incrementAndGet();

    /** For each set of names in use here, what was last published and the texts to invoke. */
    private final Map<Integer, Published> published = new HashMap<>();

    private Published latest;
    private BoundInterpreter running;
    private boolean prepared;

    /** What a sub-interpreter hides while an operation of its own runs. */
    private NativeInterpreter outer;

    private int users = 1;

    private NativeInterpreter(InterpreterSeam seam, boolean isolated) {
        this.seam = seam;
        this.isolated = isolated;
    }

    /** The interpreter of the calling thread, or null. */
    static NativeInterpreter current() {
        return CURRENT.get();
    }

    /** Takes over a seam whose native state was just started on this thread. */
    static NativeInterpreter adopt(InterpreterSeam seam) {
        NativeInterpreter made = new NativeInterpreter(seam, false);
        CURRENT.set(made);
        return made;
    }

    /** Takes over a sub-interpreter, which shares no object and no name with any other. */
    static NativeInterpreter isolated(InterpreterSeam seam) {
        return new NativeInterpreter(seam, true);
    }

    /** Makes the names module and these globals known to each other, before any other use (R13). */
    void prepare() {
        if (prepared) {
            return;
        }
        seam.bridge$exec("from pemja import logger");
        seam.bridge$exec(EmbeddedPackage.importStatement());
        seam.bridge$exec(
                EmbeddedPackage.VARIABLE + ".adopt_interpreter(" + number + ", globals())");
        prepared = true;
    }

    /** Joins a further manager to this thread's interpreter. */
    NativeInterpreter share() {
        users++;
        return this;
    }

    /** Lets go of it for one manager; the last one ends the native state. */
    void release() {
        users--;
        if (users > 0) {
            return;
        }
        try {
            if (prepared) {
                helper("drop_interpreter", number);
            }
        } finally {
            if (CURRENT.get() == this) {
                CURRENT.remove();
            }
            seam.bridge$close();
        }
    }

    int number() {
        return number;
    }

    boolean isIsolated() {
        return isolated;
    }

    InterpreterSeam seam() {
        return seam;
    }

    /** Whose operation runs here; null between operations. */
    BoundInterpreter running() {
        return running;
    }

    /** Notes whose operation runs from now on, and returns whose ran before. */
    BoundInterpreter enter(BoundInterpreter next) {
        BoundInterpreter previous = running;
        running = next;
        if (isolated && previous == null) {
            outer = CURRENT.get();
            CURRENT.set(this);
        }
        return previous;
    }

    void leave(BoundInterpreter previous) {
        running = previous;
        if (isolated && previous == null) {
            CURRENT.set(outer);
        }
    }

    /** The text under which Pemja finds {@code name}; null when it was not invoked here so far. */
    String knownText(NameTable table, String name) {
        Published current = latest;
        return current == null || current.table != table ? null : current.texts.get(name);
    }

    /** Makes that text, and the table's names known here. */
    String newText(NameTable table, String name) {
        Published current = publish(table);
        String text = table.alias(name);
        current.texts.put(name, text);
        return text;
    }

    private Published publish(NameTable table) {
        Published former = published.get(table.namespace());
        if (former == null || former.table != table) {
            String formerVariable = former == null ? "" : former.table.variable();
            helper("publish", number, table.namespace(), table.variable(), formerVariable);
            former = new Published(table);
            published.put(table.namespace(), former);
        }
        latest = former;
        return former;
    }

    /** Forgets a closed manager's names. */
    void retract(int namespace) {
        Published former = published.remove(namespace);
        if (former != null) {
            latest = null;
            helper("retract", number, former.table.variable());
        }
    }

    /** Reads a variable of a namespace that is not this interpreter's own globals. */
    Object fetch(int namespace, String name, Class<?> type) {
        helper("lend", number, namespace, name, VALUE_VARIABLE);
        try {
            return seam.bridge$get(VALUE_VARIABLE, type);
        } finally {
            seam.bridge$set(VALUE_VARIABLE, null);
        }
    }

    /** Sets a variable of a namespace that is not this interpreter's own globals. */
    void store(int namespace, String name, Object value) {
        seam.bridge$set(VALUE_VARIABLE, value);
        helper("store", number, namespace, name, VALUE_VARIABLE);
    }

    /** Calls a function of the embedded names module. */
    void helper(String function, Object... arguments) {
        seam.bridge$invoke(EmbeddedPackage.VARIABLE + "." + function, arguments, null);
    }

    private static final class Published {
        private final NameTable table;
        private final Map<String, String> texts = new HashMap<>();

        private Published(NameTable table) {
            this.table = table;
        }
    }
}
