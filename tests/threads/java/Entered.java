package probe;

import java.util.AbstractCollection;
import java.util.AbstractList;
import java.util.AbstractMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Java objects whose code Pemja runs with the interpreter's lock held, and which call back. */
public final class Entered {
    private Entered() {}

    /** Calls back while it is made. */
    public static final class Made {
        public Made(Answers answers) {
            answers.ask();
        }
    }

    /** Calls back when it is shown as text, and when it is put into a map. */
    public static final class Shown {
        private final Answers answers;

        public Shown(Answers answers) {
            this.answers = answers;
        }

        @Override
        public String toString() {
            return String.valueOf(answers.ask());
        }

        @Override
        public int hashCode() {
            answers.ask();
            return 1;
        }

        @Override
        public boolean equals(Object other) {
            answers.ask();
            return this == other;
        }
    }

    /** Calls back when it is looked into, or copied. */
    public static final class Listed extends AbstractList<Object> {
        private final Answers answers;

        public Listed(Answers answers) {
            this.answers = answers;
        }

        @Override
        public Object get(int index) {
            return answers.ask();
        }

        @Override
        public int size() {
            answers.ask();
            return 1;
        }
    }

    /** Calls back when it is copied. */
    public static final class Mapped extends AbstractMap<Object, Object> {
        private final Answers answers;

        public Mapped(Answers answers) {
            this.answers = answers;
        }

        @Override
        public Set<Map.Entry<Object, Object>> entrySet() {
            return Map.of((Object) "key", answers.ask()).entrySet();
        }
    }

    /** Calls back when it is counted, searched and walked through; Pemja copies no such thing. */
    public static final class Gathered extends AbstractCollection<Object> {
        private final Answers answers;

        public Gathered(Answers answers) {
            this.answers = answers;
        }

        @Override
        public Iterator<Object> iterator() {
            return new Stepped(answers);
        }

        @Override
        public int size() {
            answers.ask();
            return 3;
        }

        @Override
        public boolean contains(Object wanted) {
            answers.ask();
            return true;
        }
    }

    /** Calls back at each step, three times. */
    public static final class Stepped implements Iterator<Object> {
        private final Answers answers;
        private int left = 3;

        public Stepped(Answers answers) {
            this.answers = answers;
        }

        @Override
        public boolean hasNext() {
            answers.ask();
            return left > 0;
        }

        @Override
        public Object next() {
            left--;
            return answers.ask();
        }
    }

    /** Calls back when it is looked at after it was thrown. */
    public static final class Thrown extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final transient Answers answers;

        Thrown(Answers answers) {
            this.answers = answers;
        }

        @Override
        public StackTraceElement[] getStackTrace() {
            answers.ask();
            return super.getStackTrace();
        }
    }

    /** Has each of them where Python can get it: in a field, as a result, thrown. */
    public static final class Holder {
        public final Object listed;
        public final Object key;
        public final Object otherKey;
        private final Answers answers;

        public Holder(Answers answers) {
            this.answers = answers;
            listed = new Listed(answers);
            key = new Shown(answers);
            otherKey = new Shown(answers);
        }

        public List<Object> list() {
            return new Listed(answers);
        }

        public Map<Object, Object> map() {
            return new Mapped(answers);
        }

        public void fail() {
            throw new Thrown(answers);
        }

        public void take(Object given) {}
    }
}
