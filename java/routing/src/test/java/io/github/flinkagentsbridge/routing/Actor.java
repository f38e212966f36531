package io.github.flinkagentsbridge.routing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * A thread that does what a schedule tells it to, one step at a time, and tells what came of it. So
 * a schedule is carried out in its own order, whatever the machine does.
 */
final class Actor {
    /** What a schedule may tell an operation that is inside. */
    enum Step {
        USE,
        NEST,
        INTERRUPT_OWN_THREAD,
        RETURN,
        FAIL
    }

    /** What came of a step: which interpreter served it, or what was thrown, and the status. */
    static final class Event {
        final String what;
        final FakeInterpreter python;
        final Throwable thrown;
        final boolean interrupted;

        Event(String what, FakeInterpreter python, Throwable thrown, boolean interrupted) {
            this.what = what;
            this.python = python;
            this.thrown = thrown;
            this.interrupted = interrupted;
        }

        @Override
        public String toString() {
            return what + " " + python + " " + thrown + " " + interrupted;
        }
    }

    /** One operation, which waits inside for its next step. */
    static final class Operation {
        final Actor actor;
        final BlockingQueue<Step> steps = new LinkedBlockingQueue<>();
        final BlockingQueue<Event> events = new LinkedBlockingQueue<>();

        Operation(Actor actor) {
            this.actor = actor;
        }

        Object run(PythonInterpreterManager<FakeInterpreter> manager, FakeInterpreter python)
                throws Exception {
            return python.use(
                    () -> {
                        events.add(new Event("inside", python, null, false));
                        while (true) {
                            switch (next()) {
                                case RETURN:
                                    return this;
                                case FAIL:
                                    throw new RejectedExecutionException("chosen");
                                case INTERRUPT_OWN_THREAD:
                                    Thread.currentThread().interrupt();
                                    events.add(new Event("interrupted", python, null, false));
                                    break;
                                case NEST:
                                    manager.<Object, Exception>withInterpreter(
                                            inner -> inner.use(() -> events.add(nested(inner))));
                                    break;
                                default:
                                    python.use(() -> events.add(nested(python)));
                            }
                        }
                    });
        }

        private static Event nested(FakeInterpreter python) {
            return new Event("used", python, null, false);
        }

        private Step next() {
            while (true) {
                try {
                    return steps.take();
                } catch (InterruptedException by) {
                    // By its own step before this one; it must not get to the next operation.
                }
            }
        }

        Event event() throws InterruptedException {
            return bounded(events, this.toString());
        }
    }

    final String name;
    final Executor executor;
    final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
    volatile Thread thread;

    Actor(String name, Executor executor) {
        this.name = name;
        this.executor = executor;
    }

    interface Body {
        Object run() throws Exception;
    }

    /** Has the thread do this; its end is an event. */
    void begin(Body body) {
        executor.execute(
                () -> {
                    thread = Thread.currentThread();
                    try {
                        body.run();
                        events.add(new Event("returned", null, null, Thread.interrupted()));
                    } catch (Throwable thrown) {
                        events.add(new Event("thrown", null, thrown, Thread.interrupted()));
                    }
                });
    }

    Event event() throws InterruptedException {
        return bounded(events, name);
    }

    private static Event bounded(BlockingQueue<Event> events, String whose)
            throws InterruptedException {
        Event event = events.poll(Gate.BOUND_SECONDS, TimeUnit.SECONDS);
        assertThat(event).as("an event of " + whose).isNotNull();
        return event;
    }

    @Override
    public String toString() {
        return name;
    }
}
