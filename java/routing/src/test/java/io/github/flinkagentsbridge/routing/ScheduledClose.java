package io.github.flinkagentsbridge.routing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;

/** The end of a {@link Schedule}: who closes, who waits for that, and when both must be over. */
final class ScheduledClose {
    private final PythonInterpreterManager<FakeInterpreter> manager;
    private final ReferenceModel model;
    private final Actor owner;
    private final Set<Actor> busy;
    private Actor closer;
    private boolean ownerWaits;
    private boolean primaryClosed;

    ScheduledClose(
            PythonInterpreterManager<FakeInterpreter> manager,
            ReferenceModel model,
            Actor owner,
            Set<Actor> busy) {
        this.manager = manager;
        this.model = model;
        this.owner = owner;
        this.busy = busy;
    }

    /** Whose close waits for the tickets; null if nobody's. */
    Actor closer() {
        return closer;
    }

    boolean hasClosedThePrimary() {
        return primaryClosed;
    }

    void begin(Actor by) throws Exception {
        boolean first = model.open;
        model.open = false;
        busy.add(by);
        by.begin(
                () -> {
                    if (by == owner) {
                        manager.close();
                    } else {
                        manager.abandon();
                    }
                    return null;
                });
        if (first) {
            Gate.spinUntil("close has begun", () -> !manager.isOpen());
            closer = by;
        } else {
            ownerWaits = true;
        }
        endIfLast();
    }

    /** Whoever closes must have come back once no ticket is out. */
    void endIfLast() throws Exception {
        if (model.open || model.tickets > 0) {
            return;
        }
        if (closer != null) {
            closed(closer);
            closer = null;
        }
        if (ownerWaits) {
            ownerWaits = false;
            closed(owner);
        }
    }

    private void closed(Actor by) throws Exception {
        returned(by);
        busy.remove(by);
        primaryClosed |= by == owner;
        assertThat(manager.isClosed()).isTrue();
    }

    static void returned(Actor actor) throws Exception {
        Actor.Event event = actor.event();
        assertThat(event.what).as(event.toString()).isEqualTo("returned");
    }
}
