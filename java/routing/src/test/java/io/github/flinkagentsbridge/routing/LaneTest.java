package io.github.flinkagentsbridge.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import java.util.List;

/** A lane whose thread has not come to its queue yet, so that each step is the test's own. */
class LaneTest {
    @RegisterExtension final CapturedLog log = new CapturedLog();

    private final Admission admission = new Admission();
    private final FakeFactory factory = new FakeFactory();

    private Lane<FakeInterpreter> lane(PythonFrames frames) {
        ManagerOptions options =
                ManagerOptions.builder().laneQueueLimit(1).pythonFrames(frames).build();
        Refusals refusals =
                new Refusals(
                        ManagerOptions.builder().name("alone").build(),
                        Thread.currentThread(),
                        admission::state);
        InterpreterSlot<FakeInterpreter> slot =
                new InterpreterSlot<>(
                        factory,
                        new Counters(ManagerOptions.builder().build()),
                        () -> refusals.closed("A call"));
        return new Lane<>(null, this, slot, new Failures(), admission, options, refusals);
    }

    private LaneCall<FakeInterpreter> submitted(Lane<FakeInterpreter> lane, String caller) {
        return submitted(lane, caller, python -> "result");
    }

    private LaneCall<FakeInterpreter> submitted(
            Lane<FakeInterpreter> lane,
            String caller,
            InterpreterOperation<FakeInterpreter, Object, Exception> operation) {
        LaneCall<FakeInterpreter> call =
                new LaneCall<>(
                        new Thread(null, null, caller), new LaneWork<>(operation, List.of(), null));
        admission.tryEnter();
        assertThat(lane.promise()).isTrue();
        lane.submit(call);
        return call;
    }

    @Test
    @DisplayName("I4, I6: a call that was given up does not begin, and gives its ticket back once")
    void givenUpCallDoesNotBegin() {
        LaneCall<FakeInterpreter> call = submitted(lane(null), "caller");
        assertThat(call.leave(IllegalStateException::new)).as("it does not run").isFalse();
        assertThat(call.giveUp(() -> new IllegalStateException("given up"))).isTrue();
        assertThat(call.giveUp(() -> new IllegalStateException("again"))).isFalse();
        assertThat(call.begin()).isFalse();
        assertThat(admission.tickets()).isZero();
        assertThatThrownBy(() -> call.await(CallOptions.PATIENT, 1)).hasMessage("given up");
    }

    @Test
    @DisplayName("I6: a call that runs cannot be given up; it is left once, and keeps its ticket")
    void runningCallIsLeftOnce() {
        LaneCall<FakeInterpreter> call = submitted(lane(null), "caller");
        assertThat(call.begin()).isTrue();
        assertThat(call.giveUp(IllegalStateException::new)).isFalse();
        assertThat(call.leave(() -> new IllegalStateException("left"))).isTrue();
        assertThat(call.leave(() -> new IllegalStateException("again"))).isFalse();
        assertThat(admission.tickets()).isEqualTo(1);
        call.finish();
        assertThatThrownBy(() -> call.await(CallOptions.PATIENT, 1)).hasMessage("left");
    }

    @Test
    @DisplayName("B4: one more call than may wait gets no promise, and leaves no trace of itself")
    void keepsToItsQueueLimit() {
        Lane<FakeInterpreter> lane = lane(null);
        assertThat(lane.isIdle()).isTrue();
        LaneCall<FakeInterpreter> first = submitted(lane, "first");
        assertThat(lane.hasRoom()).isTrue();
        submitted(lane, "second");
        assertThat(lane.hasRoom()).isFalse();
        assertThat(lane.promise()).isFalse();
        first.giveUp(IllegalStateException::new);
        assertThat(lane.hasRoom()).isTrue();
        assertThat(lane.isIdle()).isFalse();
    }

    @Test
    @DisplayName("B4: what is queued at the deadline, or comes after it, is refused; none is kept")
    void givesUpWhatIsQueued() {
        Lane<FakeInterpreter> lane = lane(null);
        LaneCall<FakeInterpreter> queued = submitted(lane, "queued");
        lane.giveUpQueued(() -> new IllegalStateException("deadline"));
        LaneCall<FakeInterpreter> late = submitted(lane, "late");
        assertThatThrownBy(() -> queued.await(CallOptions.PATIENT, 1)).hasMessage("deadline");
        assertThat(late.isOver()).isTrue();
        assertThatThrownBy(() -> late.await(CallOptions.PATIENT, 1))
                .isInstanceOf(ManagerClosedException.class);
        assertThat(admission.tickets()).isZero();
        assertThat(lane.isIdle()).isTrue();
        assertThat(lane.waiting()).isEmpty();
    }

    @Test
    @DisplayName(
            "B3, B4: a warning names what runs and who is queued, once, and why Python tells"
                    + " nothing; while nothing runs there is none")
    void speaksOfItsSlowness() throws Exception {
        for (PythonFrames frames : new PythonFrames[] {null, () -> PythonSample.NONE}) {
            Gate release = new Gate();
            Lane<FakeInterpreter> lane = lane(frames);
            LaneCall<FakeInterpreter> first = submitted(lane, "first", python -> passed(release));
            LaneCall<FakeInterpreter> second = submitted(lane, "second");
            second.speak();
            assertThat(log.with("")).as("it has not begun").isEmpty();
            lane.start();
            Gate.spinUntil("runs", () -> lane.running() != null);
            second.speak();
            first.speak();
            String silence = frames == null ? "Python: unknown" : "Python: no frames, or no answer";
            assertThat(log.with("has run an operation for 'first'; queued: 'second'. Java:"))
                    .hasSize(1)
                    .allMatch(message -> message.contains(silence));
            assertThat(log.with("")).hasSize(1);
            log.clear();
            release.open();
            lane.endAfterQueue();
            lane.join();
        }
    }

    private static Object passed(Gate gate) {
        gate.pass();
        return null;
    }
}
