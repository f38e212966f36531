package io.github.flinkagentsbridge.pemja;

/** A lock that whoever the test says holds; counts how often it was asked who that is. */
final class FakeDoor implements GilDoor {

    volatile long holder;
    volatile long own;
    volatile int asked;

    @Override
    public long current() {
        asked++;
        return holder;
    }

    @Override
    public long own() {
        return own;
    }

    @Override
    public long letGo() {
        long former = holder;
        holder = 0;
        return former;
    }

    @Override
    public void takeBack(long threadState) {
        holder = threadState;
    }
}
