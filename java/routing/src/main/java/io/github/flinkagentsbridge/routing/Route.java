package io.github.flinkagentsbridge.routing;

/** Where a call runs. */
enum Route {
    /** Inline on the primary (R2). */
    OWNER,
    /** Inline on the managed worker's own interpreter (R3). */
    WORKER,
    /** Inline on the interpreter that this thread is already inside of (R5). */
    REENTRANT,
    /** On the source thread's lane, which the caller waits for (R4). */
    LANE,
    /** Not at all. */
    REFUSED;

    /**
     * @param open whether this thread may begin an operation now
     * @param inside whether this thread is already inside one
     * @param owner whether it is the manager's owner
     * @param lane whether it is one of the manager's lanes
     * @param worker whether it is one of the manager's workers
     */
    static Route of(boolean open, boolean inside, boolean owner, boolean lane, boolean worker) {
        if (!open && !inside) {
            return REFUSED;
        }
        if (owner) {
            return OWNER;
        }
        if (lane) {
            // A lane begins no operation by itself; outside of one it makes or closes its
            // interpreter, and there is nobody to serve its call.
            return inside ? REENTRANT : REFUSED;
        }
        if (worker) {
            return inside ? REENTRANT : WORKER;
        }
        return open ? LANE : REFUSED;
    }
}
