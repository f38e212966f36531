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
        return isMine(holder, here) ? door.letGo() : 0;
    }

    private boolean isMine(long holder, NativeInterpreter here) {
        if (here == null) {
            return holder == door.own();
        }
        return here.isEnteredBy(holder) || here.isGuest() && holder == door.own();
    }

    @Override
    void regain(long released) {
        door.takeBack(released);
    }

    @Override
    void introduce(NativeInterpreter made) {
        made.enterBy(made.askFromInside(door::current));
    }

    @Override
    boolean knowsThread() {
        return door.own() != 0;
    }
}
