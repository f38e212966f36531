package probe;

/** A program that never meets Pemja. */
public final class Nothing {
    private Nothing() {}

    public static void main(String[] arguments) {}
}
