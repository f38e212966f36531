package probe;

/** Classes that call back while they are initialised; each does so once. */
public final class Early {
    private Early() {}

    public static final class C0 {
        public static final Object ANSWER = Answers.latest().ask();
    }

    public static final class C1 {
        public static final Object ANSWER = Answers.latest().ask();
    }

    public static final class C2 {
        public static final Object ANSWER = Answers.latest().ask();
    }
}
