package probe;

/** A record, as JDK 16 and later have them. */
public record Point(int x, int y) {}
