package io.github.flinkagentsbridge.routing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.time.Duration;

/** What a listener throws is nobody's but the log's. */
class BrokenListenerTest {
    private enum Deed {
        LISTENS,
        HOP,
        END_OF_HOP,
        INTERPRETER,
        REFUSAL,
        STALL
    }

    @RegisterExtension final Oracle oracle = new Oracle();
    @RegisterExtension final CapturedLog log = new CapturedLog();
    private final FakeFactory factory = oracle.factory();

    @ParameterizedTest
    @EnumSource
    @DisplayName("I13, I4: calls, refusals, warnings and closes are as without a listener")
    void changesNothing(Deed broken) throws Exception {
        Gate release = new Gate();
        var manager =
                oracle.manager(
                        factory,
                        options ->
                                options.laneLimit(1)
                                        .warnAfter(Duration.ofMillis(50))
                                        .listener(new Broken(broken)));
        Runner<Object> caller =
                Runner.start(
                        "source",
                        () ->
                                manager.withInterpreter(
                                        python -> {
                                            release.pass();
                                            return "done";
                                        }));
        Gate.spinUntil("the lane is spoken of", () -> log.with("is slow").size() == 1);
        release.open();
        assertThat(caller.result()).isEqualTo("done");
        assertThat(manager.dump()).contains("tickets 0", "interpreter bound");
        manager.close();
        assertThat(Runner.start("late", () -> manager.withInterpreter(p -> p)).failure())
                .isInstanceOf(ManagerClosedException.class);
        assertThat(log.with("listener to a manager fails")).hasSize(1);
    }

    /** Fails in one of the things that it is asked for. */
    private static final class Broken implements RoutingListener {
        private final Deed broken;

        Broken(Deed broken) {
            this.broken = broken;
        }

        private void fail(Deed deed) {
            if (deed == broken) {
                throw new NoClassDefFoundError("jdk/jfr/Event");
            }
        }

        @Override
        public boolean listens() {
            fail(Deed.LISTENS);
            return true;
        }

        @Override
        public Hop hop(String manager) {
            fail(Deed.HOP);
            return (lane, call, queued, run, outcome) -> fail(Deed.END_OF_HOP);
        }

        @Override
        public void interpreter(String manager, Change change, boolean primary, long nanos) {
            fail(Deed.INTERPRETER);
        }

        @Override
        public void refusal(String manager, BridgeException refusal) {
            fail(Deed.REFUSAL);
        }

        @Override
        public void stall(String manager, Thread lane, long waited, int waiters, String call) {
            fail(Deed.STALL);
        }
    }
}
