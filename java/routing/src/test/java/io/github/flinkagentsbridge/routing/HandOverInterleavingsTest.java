package io.github.flinkagentsbridge.routing;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.util.List;

/**
 * A call's way through its lane against those that may give it up: its caller, the watch, the
 * closing thread. Model checked, with what that can find and cannot as in {@link
 * AdmissionInterleavingsTest}.
 */
class HandOverInterleavingsTest {
    /** One call. */
    interface Handed {
        boolean begin();

        void finish();

        boolean giveUp();

        boolean leave();

        /** How the call ended for its caller; null while it waits. */
        String outcome();

        /** Tickets that were given back on account of it. */
        int returned();
    }

    /** The steps; the lane takes its two one after the other, all others come when they will. */
    public abstract static class Steps {
        private final Handed call = call();
        private boolean begun;
        private boolean finished;

        abstract Handed call();

        @Operation(nonParallelGroup = "lane")
        public boolean begin() {
            return begun |= !begun && call.begin();
        }

        @Operation(nonParallelGroup = "lane")
        public boolean finish() {
            if (!begun || finished) {
                return false;
            }
            call.finish();
            finished = true;
            return true;
        }

        @Operation
        public boolean giveUp() {
            return call.giveUp();
        }

        @Operation
        public boolean leave() {
            return call.leave();
        }

        @Operation
        public String outcome() {
            return call.outcome();
        }

        /** When all is over: a call that has ended has given back its ticket, once. */
        @Validate
        public void ticket() {
            int expected = finished || "given up".equals(call.outcome()) ? 1 : 0;
            if (call.returned() != expected) {
                throw new IllegalStateException(call.returned() + " tickets, not " + expected);
            }
        }
    }

    /** Ours, with the lane and the admission that the call's ticket came from. */
    public static class Ours extends Steps {
        @Override
        Handed call() {
            return new RealCall();
        }
    }

    private static final class RealCall implements Handed {
        private final Admission admission = new Admission();
        private final LaneCall<Object> call =
                new LaneCall<>(
                        Thread.currentThread(),
                        new LaneWork<>(python -> "result", List.of(), null));

        RealCall() {
            admission.tryEnter();
            ManagerOptions options = ManagerOptions.builder().build();
            Refusals refusals =
                    new Refusals(
                            ManagerOptions.builder().name("model").build(),
                            Thread.currentThread(),
                            () -> Admission.State.OPEN);
            Lane<Object> lane =
                    new Lane<>(null, this, null, new Failures(), admission, options, refusals);
            lane.promise();
            lane.submit(call);
        }

        @Override
        public boolean begin() {
            return call.begin();
        }

        @Override
        public void finish() {
            admission.exit();
            call.finish();
        }

        @Override
        public boolean giveUp() {
            return call.giveUp(() -> new IllegalStateException("given up"));
        }

        @Override
        public boolean leave() {
            return call.leave(() -> new IllegalStateException("left"));
        }

        @Override
        public String outcome() {
            if (!call.isOver()) {
                return null;
            }
            try {
                call.await(CallOptions.PATIENT, 1);
                return "result";
            } catch (IllegalStateException parting) {
                return parting.getMessage();
            }
        }

        @Override
        public int returned() {
            return (int) (1 - admission.tickets());
        }
    }

    /** Looks first and writes then: a call may be given up and run as well. */
    private static final class PlainCall implements Handed {
        private volatile String state = "queued";
        private volatile int returned;

        @Override
        public boolean begin() {
            return moved("queued", "running");
        }

        @Override
        public void finish() {
            returned++;
            state = state.equals("left") ? "left" : "result";
        }

        @Override
        public boolean giveUp() {
            boolean given = moved("queued", "given up");
            returned += given ? 1 : 0;
            return given;
        }

        @Override
        public boolean leave() {
            return moved("running", "left");
        }

        private boolean moved(String from, String to) {
            if (state.equals(from)) {
                state = to;
                return true;
            }
            return false;
        }

        @Override
        public String outcome() {
            switch (state) {
                case "queued":
                case "running":
                    return null;
                default:
                    return state;
            }
        }

        @Override
        public int returned() {
            return returned;
        }
    }

    /** What a single thread sees; any other outcome is forbidden. */
    public static class Alone extends Steps {
        @Override
        Handed call() {
            return new PlainCall();
        }
    }

    /** The same, used by several threads. */
    public static class BrokenCall extends Alone {}

    private static ModelCheckingOptions options() {
        return new ModelCheckingOptions()
                .threads(3)
                .actorsPerThread(3)
                .actorsBefore(0)
                .actorsAfter(2)
                .iterations(12)
                .invocationsPerIteration(300)
                .minimizeFailedScenario(false)
                .sequentialSpecification(Alone.class);
    }

    @Test
    @DisplayName(
            "I4, I6, B4: forbidden: a call that is given up and runs, an outcome that is handed over"
                    + " twice or changes, a ticket that is given back twice or never")
    void handedOverOnce() {
        options().check(Ours.class);
    }

    @Test
    @DisplayName("I6: the checker finds such an outcome where the state is looked at, then written")
    void findsTheForbiddenOutcome() {
        assertThatThrownBy(() -> options().check(BrokenCall.class))
                .isInstanceOf(LincheckAssertionError.class);
    }
}
