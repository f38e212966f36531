package probe;

import java.util.AbstractList;
import java.util.AbstractMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;

/** Java objects whose code Pemja runs with the interpreter's lock held, and which call back. */
public final class Entered {
    private Entered() {}

    /** Calls back while it is made. */
    public static final class Made {
        private final Object answer;

        public Made(Witness witness) {
            answer = witness.ask("thread_probes.ident");
        }

        public Object answer() {
            return answer;
        }
    }

    /** Calls back when it is shown as text. */
    public static final class Shown {
        private final Witness witness;

        public Shown(Witness witness) {
            this.witness = witness;
        }

        @Override
        public String toString() {
            return String.valueOf(witness.ask("thread_probes.ident"));
        }
    }

    /** Calls back when it is looked into. */
    public static final class Listed extends AbstractList<Object> {
        private final Witness witness;

        public Listed(Witness witness) {
            this.witness = witness;
        }

        @Override
        public Object get(int index) {
            return witness.ask("thread_probes.ident");
        }

        @Override
        public int size() {
            witness.ask("thread_probes.ident");
            return 1;
        }
    }

    /** Calls back when it is looked into. */
    public static final class Mapped extends AbstractMap<Object, Object> {
        private final Witness witness;

        public Mapped(Witness witness) {
            this.witness = witness;
        }

        @Override
        public Object get(Object key) {
            return witness.ask("thread_probes.ident");
        }

        @Override
        public boolean containsKey(Object key) {
            witness.ask("thread_probes.ident");
            return true;
        }

        @Override
        public Set<Map.Entry<Object, Object>> entrySet() {
            return Map.of((Object) "key", witness.ask("thread_probes.ident")).entrySet();
        }
    }

    /** Calls back at each step, three times. */
    public static final class Stepped implements Iterator<Object> {
        private final Witness witness;
        private int left = 3;

        public Stepped(Witness witness) {
            this.witness = witness;
        }

        @Override
        public boolean hasNext() {
            witness.ask("thread_probes.ident");
            return left > 0;
        }

        @Override
        public Object next() {
            left--;
            return witness.ask("thread_probes.ident");
        }
    }
}
