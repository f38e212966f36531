package probe;

import java.util.NoSuchElementException;

/** Has a method that throws. */
public final class Throwing {
    public Object fail() {
        throw new NoSuchElementException("on purpose");
    }
}
