package io.github.flinkagentsbridge.pemja;

/**
 * The lock where the native calls cannot be had: by which method Python entered Java tells whether
 * it may be held, and then the call is refused rather than left to wait for ever.
 */
final class MissingGil extends Gil {

    private final Throwable reason;

    MissingGil(Throwable reason) {
        this.reason = reason;
    }

    @Override
    long letGoIfHeld(NativeInterpreter here) {
        EntryFrame entry = EntryFrame.ofThisThread();
        if (entry.mayHoldLock()) {
            throw new GilHeldException(entry.toString(), reason);
        }
        return 0;
    }
}
