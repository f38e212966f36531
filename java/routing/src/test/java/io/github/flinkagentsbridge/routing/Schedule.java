package io.github.flinkagentsbridge.routing;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;

/**
 * One random schedule: every step is chosen among those that the model allows, carried out by the
 * real manager, and what came of it compared with what the model says.
 */
final class Schedule {
    private static final CallOptions START_AT_ONCE =
            CallOptions.PATIENT.startWithin(Duration.ofNanos(1));
    private static final CallOptions RETURN_SOON =
            CallOptions.PATIENT.returnWithin(Duration.ofMillis(1));

    private final Random random;
    private final ReferenceModel model;
    private final FakeFactory factory = new FakeFactory();
    private final PythonInterpreterManager<FakeInterpreter> manager;
    private final Actor owner;
    private final List<Actor> sources;
    private final List<Actor> workers = new ArrayList<>();
    private final List<ExecutorService> pools = new ArrayList<>();
    private final Map<Actor.Operation, FakeInterpreter> inside = new HashMap<>();
    private final Map<Actor, FakeInterpreter> bound = new HashMap<>();
    private final Set<Actor> busy = new HashSet<>();
    private final Set<Actor> interrupted = new HashSet<>();
    private final ScheduledClose close;

    Schedule(long seed, Actor owner, List<Actor> sources) throws Exception {
        random = new Random(seed);
        this.owner = owner;
        this.sources = sources;
        int lanes = 1 + random.nextInt(3);
        int queue = 1 + random.nextInt(3);
        model = new ReferenceModel(lanes, queue);
        List<PythonInterpreterManager<FakeInterpreter>> made = new ArrayList<>();
        owner.begin(() -> made.add(make(lanes, queue)));
        ScheduledClose.returned(owner);
        manager = made.get(0);
        close = new ScheduledClose(manager, model, owner, busy);
        for (int i = random.nextInt(3); i > 0; i--) {
            var pool = Executors.newFixedThreadPool(1, manager.managedThreads());
            pools.add(manager.managedThreads().manage(pool));
            workers.add(new Actor("worker-" + i, pool));
        }
    }

    private PythonInterpreterManager<FakeInterpreter> make(int lanes, int queue) {
        return new PythonInterpreterManager<>(
                ManagerOptions.builder()
                        .name("model")
                        .laneLimit(lanes)
                        .laneQueueLimit(queue)
                        .build(),
                factory,
                factory.makePrimary());
    }

    void run() throws Exception {
        for (int steps = 4 + random.nextInt(14); steps > 0; steps--) {
            step();
        }
        while (!inside.isEmpty()) {
            tell(anyInside(), Actor.Step.RETURN);
        }
        if (!close.hasClosedThePrimary()) {
            close.begin(owner);
        }
        audit();
    }

    private void step() throws Exception {
        int choice = random.nextInt(20);
        if (choice == 0 && !busy.contains(owner)) {
            close.begin(owner);
        } else if (choice == 1 && model.open && !busy.containsAll(sources)) {
            close.begin(free(sources));
        } else if (choice == 2) {
            interrupt();
        } else if (choice < 12 || inside.isEmpty()) {
            call();
        } else {
            Actor.Step[] steps = Actor.Step.values();
            tell(anyInside(), steps[random.nextInt(steps.length)]);
        }
    }

    private Actor.Operation anyInside() {
        List<Actor.Operation> all = new ArrayList<>(inside.keySet());
        all.sort((a, b) -> a.actor.name.compareTo(b.actor.name));
        return all.get(random.nextInt(all.size()));
    }

    private Actor free(List<Actor> actors) {
        List<Actor> free = new ArrayList<>(actors);
        free.removeAll(busy);
        return free.isEmpty() ? null : free.get(random.nextInt(free.size()));
    }

    private void call() throws Exception {
        int kind = random.nextInt(6);
        Actor actor = kind == 0 ? owner : free(kind < 3 ? workers : sources);
        if (actor == null || busy.contains(actor) || isOver(actor)) {
            return;
        }
        Actor.Operation operation = new Actor.Operation(actor);
        if (!model.open) {
            begin(actor, operation, CallOptions.PATIENT);
            refused(actor, ManagerClosedException.class);
        } else if (sources.contains(actor)) {
            callByLane(actor, operation);
        } else if (actor != owner && bound.get(actor) == null && random.nextInt(4) == 0) {
            failToStart(actor, operation);
            model.workerCalls++;
        } else {
            begin(actor, operation, CallOptions.PATIENT);
            busy.add(actor);
            model.tickets += actor == owner ? 0 : 1;
            model.workerCalls += actor == owner ? 0 : 1;
            entered(operation, bound.get(actor));
            bound.put(actor, inside.get(operation));
        }
    }

    /** A pool that close has shut down takes nothing any more. */
    private boolean isOver(Actor actor) {
        return workers.contains(actor) && manager.isClosed();
    }

    private void begin(Actor actor, Actor.Operation operation, CallOptions limits) {
        actor.begin(
                () ->
                        manager.<Object, Exception>withInterpreter(
                                python -> operation.run(manager, python), limits));
    }

    /** R14: the failure is the caller's, as it is, and the next call tries anew. */
    private void failToStart(Actor actor, Actor.Operation operation) throws Exception {
        RejectedExecutionException failure = new RejectedExecutionException("not made");
        factory.duringCreate =
                none -> {
                    throw failure;
                };
        begin(actor, operation, CallOptions.PATIENT);
        assertThat(actor.event().thrown).isSameAs(failure);
        factory.duringCreate = none -> {};
    }

    private void callByLane(Actor source, Actor.Operation operation) throws Exception {
        ReferenceModel.LaneModel lane = model.laneFor(source);
        if (lane.running != null && !model.hasRoom(lane)) {
            begin(source, operation, CallOptions.PATIENT);
            refused(source, LaneFullException.class);
            return;
        }
        boolean starts = lane.running == null;
        int mood = random.nextInt(8);
        if (!starts && mood < 2) {
            begin(source, operation, mood == 0 ? START_AT_ONCE : RETURN_SOON);
            model.submit(source, lane, operation);
            timedOut(source, false);
            model.giveUp(lane, operation);
            return;
        }
        if (starts && lane.python == null && mood == 2) {
            failToStart(source, operation);
            model.submit(source, lane, operation);
            model.finish(lane);
            return;
        }
        begin(source, operation, CallOptions.PATIENT);
        busy.add(source);
        model.submit(source, lane, operation);
        if (starts) {
            entered(operation, lane.python);
            lane.python = inside.get(operation);
        } else {
            Gate.spinUntil("queued", () -> manager.statistics().laneCalls() == model.laneCalls);
        }
    }

    /** The operation is inside, on the interpreter that it must be on if that is known already. */
    private void entered(Actor.Operation operation, FakeInterpreter expected) throws Exception {
        Actor.Event event = operation.event();
        assertThat(event.what).isEqualTo("inside");
        if (operation.actor == owner) {
            assertThat(event.python).isSameAs(factory.made.get(0));
        } else if (expected != null) {
            assertThat(event.python).isSameAs(expected);
        } else {
            assertThat(inside).doesNotContainValue(event.python);
        }
        inside.put(operation, event.python);
    }

    private void tell(Actor.Operation operation, Actor.Step step) throws Exception {
        operation.steps.add(step);
        if (step != Actor.Step.RETURN && step != Actor.Step.FAIL) {
            assertThat(operation.event().python).isSameAs(inside.get(operation));
            return;
        }
        inside.remove(operation);
        Actor actor = operation.actor;
        Actor.Event end = actor.event();
        busy.remove(actor);
        if (step == Actor.Step.FAIL) {
            assertThat(end.thrown).isInstanceOf(RejectedExecutionException.class);
        } else {
            assertThat(end.what).isEqualTo("returned");
        }
        assertThat(end.interrupted || !sources.contains(actor))
                .as("interrupt status of " + actor)
                .isEqualTo(interrupted.remove(actor) || !sources.contains(actor));
        ended(operation);
    }

    private void ended(Actor.Operation operation) throws Exception {
        ReferenceModel.LaneModel lane = model.running(operation);
        if (lane != null) {
            Actor.Operation next = model.finish(lane);
            if (next != null) {
                entered(next, lane.python);
            }
        } else if (operation.actor != owner) {
            model.tickets--;
        }
        close.endIfLast();
    }

    /** R15: only threads that wait are interrupted here; the wait goes on. */
    private void interrupt() {
        for (Actor source : sources) {
            if (busy.contains(source) && source != close.closer()) {
                source.thread.interrupt();
                interrupted.add(source);
                return;
            }
        }
    }

    private void refused(Actor actor, Class<? extends Throwable> by) throws Exception {
        model.refused++;
        assertThat(actor.event().thrown).isInstanceOf(by);
    }

    private static void timedOut(Actor actor, boolean started) throws Exception {
        assertThat(actor.event().thrown)
                .isInstanceOfSatisfying(
                        CallTimeoutException.class,
                        e -> assertThat(e.started()).isEqualTo(started));
    }

    /** The oracle: nothing is open, nothing was used wrongly, and the numbers are the model's. */
    private void audit() {
        Statistics numbers = manager.statistics();
        assertThat(numbers.laneCalls()).isEqualTo(model.laneCalls);
        assertThat(numbers.workerCalls()).isEqualTo(model.workerCalls);
        assertThat(numbers.refusedCalls()).isEqualTo(model.refused);
        assertThat(numbers.interpretersLeaked()).isZero();
        assertThat(numbers.interpretersClosed()).isEqualTo(numbers.interpretersMade());
        assertThat(factory.violations).isEmpty();
        for (FakeInterpreter python : factory.made) {
            assertThat(python.closers).containsExactly(python.maker);
            assertThat(python.maker.isAlive()).isEqualTo(python == factory.made.get(0));
        }
    }
}
