package io.github.flinkagentsbridge.pemja;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

/**
 * One native interpreter of Pemja's, with the OS thread that it was started on and is closed on.
 * Managers that have their primary on the same thread share it, each with its own names (T9); a
 * sub-interpreter is apart from all others.
 *
 * <p>Threads: confined to the thread that started it; {@link #current()} finds it there.
 */
final class NativeInterpreter {

    private static final AtomicInteger NUMBERS = new AtomicInteger();

    /** A variable of its own globals, where a value lies while Pemja takes it over. */
    static final String VALUE_VARIABLE = "__bridge_value__";

    private final InterpreterSeam seam;
    private final ThreadInterpreters thread = ThreadInterpreters.here();
    private final boolean isolated;
    private final int number = NUMBERS.incrementAndGet();

    /** The sets of names in use here, by number; several where managers share this thread. */
    private final Map<Integer, KnownNames> known = new HashMap<>();

    private KnownNames latest;
    private BoundInterpreter running;
    private boolean prepared;
    private Boolean givesBackBatches;

    /** The address of its {@code PyThreadState}, to compare; 0 as long as that is not known. */
    private long threadState;

    /** Whether its thread had a thread state before, so that Python may be below at any time. */
    private final boolean guest;

    /** Whether Python runs here on the bridge's own account, outside of operations. */
    private boolean busy;

    /** Which interpreters of this thread operations here have covered, the latest first. */
    private Covered covered;

    /** Managers that have this interpreter in use. */
    private int users = 1;

    private NativeInterpreter(InterpreterSeam seam, boolean isolated, boolean guest) {
        this.seam = seam;
        this.isolated = isolated;
        this.guest = guest;
    }

    /** The interpreter that the calling thread is in or would enter for a manager, or null. */
    static NativeInterpreter current() {
        return ThreadInterpreters.enteredHere();
    }

    /**
     * Takes over a seam whose native state was just started on this thread.
     *
     * @param guest whether the thread had a thread state before
     */
    static NativeInterpreter adopt(InterpreterSeam seam, boolean guest) {
        NativeInterpreter made = new NativeInterpreter(seam, false, guest);
        made.thread.share(made);
        return made;
    }

    /** Takes over a sub-interpreter, which shares no object and no name with any other. */
    static NativeInterpreter isolated(InterpreterSeam seam) {
        return new NativeInterpreter(seam, true, false);
    }

    /** Makes one more on the calling thread, which has none; not prepared so far. */
    NativeInterpreter startSecondary() {
        InterpreterSeam secondary = seam.bridge$secondary();
        secondary.bridge$start(PemjaInterpreters.MULTI_THREAD);
        return adopt(secondary, false);
    }

    /** Makes the names module and these globals known to each other, before any other use (R13). */
    void prepare() {
        if (!prepared) {
            onOwnAccount(this::introduceNames);
            prepared = true;
        }
    }

    private void introduceNames() {
        Gil.get().introduce(this);
        seam.bridge$exec("from pemja import logger");
        boolean woven = seam.getClass().getName().startsWith("pemja.");
        seam.bridge$exec(EmbeddedPackage.importStatement(woven));
        seam.bridge$exec(
                EmbeddedPackage.VARIABLE + ".adopt_interpreter(" + number + ", globals())");
        seam.bridge$exec(PemjaFrames.NOTE_THREAD);
        if (!isolated) {
            thread.noteState(this, this);
        }
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
            onOwnAccount(this::end);
        } finally {
            thread.remove(this);
        }
    }

    private void end() {
        try {
            if (prepared) {
                helper("drop_interpreter", number);
                seam.bridge$exec(PemjaFrames.FORGET_THREAD);
            }
        } finally {
            seam.bridge$close();
        }
    }

    /** Does something on this interpreter outside of operations, whichever is entered now. */
    void onOwnAccount(Runnable action) {
        boolean nested = busy;
        NativeInterpreter before = thread.enter(this);
        busy = true;
        try {
            action.run();
        } finally {
            busy = nested;
            thread.enter(before);
        }
    }

    /** Whether a Python frame may be below on the thread's stack. */
    boolean isInside() {
        return running != null || busy || guest || isCoveredByActive();
    }

    private boolean isCoveredByActive() {
        NativeInterpreter other = thread.entered();
        return other != this && other != null && other.isInside();
    }

    /** Whether a thread state is that of an interpreter which this thread may be inside of. */
    boolean isEnteredBy(long candidate) {
        return thread.isStateOfAny(candidate);
    }

    /** Its {@code PyThreadState}, by address; 0 as long as that is not known. */
    long threadState() {
        return threadState;
    }

    /** Whether its thread had a thread state before, from CPython or of a sub-interpreter. */
    boolean isGuest() {
        return guest;
    }

    /** Notes by which thread state this interpreter is entered. */
    void enterBy(long own) {
        threadState = own;
        thread.learn(this);
    }

    /** Asks something of Java code that Python runs with the interpreter's lock held. */
    long askFromInside(LongSupplier question) {
        InsideAnswer answer = new InsideAnswer(question);
        seam.bridge$set(VALUE_VARIABLE, answer);
        seam.bridge$exec("str(" + VALUE_VARIABLE + ")\ndel " + VALUE_VARIABLE);
        return answer.given();
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

    /**
     * Notes whose operation runs from now on, and returns whose ran before on this thread; null
     * where none did.
     */
    BoundInterpreter enter(BoundInterpreter next) {
        if (thread.entered() != this) {
            return cover(next);
        }
        BoundInterpreter previous = running;
        running = next;
        return previous;
    }

    private BoundInterpreter cover(BoundInterpreter next) {
        covered = new Covered(thread.enter(this), running, covered);
        running = next;
        thread.noteState(this, this);
        return covered.runningThere();
    }

    /** Ends what {@link #enter} began and returned {@code previous} for. */
    void leave(BoundInterpreter previous) {
        running = previous;
        if (covered != null && covered.runningThere() == previous) {
            uncover();
        }
    }

    private void uncover() {
        try {
            thread.noteState(this, covered.interpreter());
        } finally {
            running = covered.runningHere();
            thread.enter(covered.interpreter());
            covered = covered.before();
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
        KnownNames added = new KnownNames(namespace, variable, own);
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

    /** Whether Python can give back many references with one entry; asked for once. */
    boolean givesBackBatches() {
        if (givesBackBatches == null) {
            givesBackBatches = Boolean.TRUE.equals(helper("gives_back_batches"));
        }
        return givesBackBatches;
    }

    /** Calls a function of the embedded names module. */
    Object helper(String function, Object... arguments) {
        boolean nested = busy;
        busy = true;
        try {
            return seam.bridge$invoke(EmbeddedPackage.VARIABLE + "." + function, arguments, null);
        } finally {
            busy = nested;
        }
    }
}
