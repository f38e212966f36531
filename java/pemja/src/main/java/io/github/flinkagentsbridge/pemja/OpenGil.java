package io.github.flinkagentsbridge.pemja;

/** The lock where the native calls can be had. */
final class OpenGil extends Gil {

    private final GilDoor door;

    OpenGil(GilDoor door) {
        this.door = door;
    }

    /**
     * Judges by comparing thread states: {@code PyGILState_Check} says yes for ever once there was
     * a sub-interpreter, and no on a second interpreter of one thread.
     */
    @Override
    long letGoIfHeld(NativeInterpreter here) {
        long holder = door.current();
        if (holder == 0) {
            return 0;
        }
        boolean mine = here == null ? holder == door.own() : here.isEnteredBy(holder);
        return mine ? door.letGo() : 0;
    }

    @Override
    void regain(long released) {
        door.takeBack(released);
    }

    @Override
    void introduce(NativeInterpreter made) {
        made.enterBy(made.askFromInside(door::current));
    }
}
