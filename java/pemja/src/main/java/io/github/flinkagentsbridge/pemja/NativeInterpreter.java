package io.github.flinkagentsbridge.pemja;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

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

    /** Where a value lies while Pemja takes it over. */
    static final String VALUE_VARIABLE = "__bridge_value__";

    private final InterpreterSeam seam;
    private final boolean isolated;
    private final int number = NUMBERS.incrementAndGet();

    /** The sets of names in use here, by number; several where managers share this thread. */
    private final Map<Integer, KnownNames> known = new HashMap<>();

    private KnownNames latest;
    private BoundInterpreter running;
    private boolean prepared;

    /** The address of its {@code PyThreadState}, to compare; 0 as long as that is not known. */
    private long threadState;

    /** Whether its thread had a thread state before, so that Python may be below at any time. */
    private final boolean guest;

    /** Whether Python runs here on the bridge's own account, outside of operations. */
    private boolean busy;

    /** What a sub-interpreter hides while an operation of its own runs. */
    private NativeInterpreter outer;

    /** Whose operation ran on what is hidden. */
    private BoundInterpreter hidden;

    /** Managers that have this interpreter in use. */
    private int users = 1;

    private NativeInterpreter(InterpreterSeam seam, boolean isolated, boolean guest) {
        this.seam = seam;
        this.isolated = isolated;
        this.guest = guest;
    }

    /** The interpreter of the calling thread, or null. */
    static NativeInterpreter current() {
        return CURRENT.get();
    }

    /**
     * Takes over a seam whose native state was just started on this thread.
     *
     * @param guest whether the thread had a thread state before
     */
    static NativeInterpreter adopt(InterpreterSeam seam, boolean guest) {
        NativeInterpreter made = new NativeInterpreter(seam, false, guest);
        CURRENT.set(made);
        return made;
    }

    /** Takes over a sub-interpreter, which shares no object and no name with any other. */
    static NativeInterpreter isolated(InterpreterSeam seam) {
        return new NativeInterpreter(seam, true, false);
    }

    /** Makes the names module and these globals known to each other, before any other use (R13). */
    void prepare() {
        if (prepared) {
            return;
        }
        Gil.get().introduce(this);
        seam.bridge$exec("from pemja import logger");
        seam.bridge$exec(EmbeddedPackage.importStatement());
        seam.bridge$exec(
                EmbeddedPackage.VARIABLE + ".adopt_interpreter(" + number + ", globals())");
        seam.bridge$exec(PemjaFrames.NOTE_THREAD);
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
        busy = true;
        try {
            if (prepared) {
                helper("drop_interpreter", number);
                seam.bridge$exec(PemjaFrames.FORGET_THREAD);
            }
        } finally {
            try {
                seam.bridge$close();
            } finally {
                if (CURRENT.get() == this) {
                    CURRENT.remove();
                }
            }
        }
    }

    /** Whether a Python frame may be below on the thread's stack. */
    boolean isInside() {
        return running != null || busy || guest || isolated && isInsideAnother();
    }

    private static boolean isInsideAnother() {
        NativeInterpreter other = CURRENT.get();
        return other != null && other.isInside();
    }

    /** Whether a thread state is that of an interpreter which this thread may be inside of. */
    boolean isEnteredBy(long candidate) {
        return candidate == threadState || outer != null && outer.isEnteredBy(candidate);
    }

    /** Whether its thread had a thread state before, from CPython or of a sub-interpreter. */
    boolean isGuest() {
        return guest;
    }

    /** Notes by which thread state this interpreter is entered. */
    void enterBy(long own) {
        threadState = own;
    }

    /** Asks something of Java code that Python runs with the interpreter's lock held. */
    long askFromInside(LongSupplier question) {
        Answer answer = new Answer(question);
        seam.bridge$set(VALUE_VARIABLE, answer);
        seam.bridge$exec("str(" + VALUE_VARIABLE + ")\ndel " + VALUE_VARIABLE);
        return answer.given;
    }

    /** Pemja keeps the lock while it has a Java object shown as text (T5). */
    private static final class Answer {

        private final LongSupplier question;
        private long given;

        Answer(LongSupplier question) {
            this.question = question;
        }

        @Override
        public String toString() {
            given = question.getAsLong();
            return "";
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
            hidden = outer == null ? null : outer.enter(next);
            CURRENT.set(this);
        }
        return previous;
    }

    void leave(BoundInterpreter previous) {
        running = previous;
        if (isolated && previous == null) {
            CURRENT.set(outer);
            if (outer != null) {
                outer.leave(hidden);
            }
        }
    }

    /** What this interpreter knows of a set of names; null when it was not told of it so far. */
    KnownNames known(int namespace) {
        KnownNames candidate = latest;
        if (candidate == null || candidate.namespace() != namespace) {
            candidate = known.get(namespace);
            latest = candidate;
        }
        return candidate;
    }

    /** Puts a set of names behind a variable of this interpreter's own globals. */
    KnownNames publish(int namespace, String variable, boolean own, boolean guarded) {
        helper("publish", number, namespace, variable, guarded);
        KnownNames added =
                guarded
                        ? KnownNames.guarded(namespace, variable)
                        : new KnownNames(namespace, variable, own);
        known.put(namespace, added);
        latest = added;
        return added;
    }

    /** Takes a set of names out again: its manager is closed. */
    void retract(int namespace) {
        KnownNames former = known.remove(namespace);
        if (former != null) {
            latest = null;
            helper("retract", number, former.variable());
        }
    }

    /** Makes Pemja look a name up anew: it caches one callable, that of the last call (N2). */
    void forgetCallable() {
        helper("forget_callable");
    }

    /** Sets a variable of a namespace that is not this interpreter's own globals. */
    void store(int namespace, String name, Object value) {
        seam.bridge$set(VALUE_VARIABLE, value);
        helper("store", number, namespace, name, VALUE_VARIABLE);
    }

    /** Calls a function of the embedded names module. */
    void helper(String function, Object... arguments) {
        ask(function, arguments);
    }

    /** As the other, for its result. */
    Object ask(String function, Object... arguments) {
        boolean nested = busy;
        busy = true;
        try {
            return seam.bridge$invoke(EmbeddedPackage.VARIABLE + "." + function, arguments, null);
        } finally {
            busy = nested;
        }
    }
}
