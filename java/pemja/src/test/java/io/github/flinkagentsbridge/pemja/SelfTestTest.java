package io.github.flinkagentsbridge.pemja;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.flinkagentsbridge.routing.BridgeException;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The proof that a seam is live, on seams that are and seams that are not. */
class SelfTestTest {

    @Test
    @DisplayName("B13: a seam whose public method reaches a lane passes, and is probed once")
    void passesLiveSeam() {
        SelfTest test = new SelfTest();
        assertThat(test.passOnce(new FakePython(true))).isTrue();
        assertThat(test.passOnce(new FakePython(true))).isFalse();
    }

    @Test
    @DisplayName("B13: a seam that runs on the caller's thread fails, every time it is asked")
    void refusesDeadSeam() {
        SelfTest test = new SelfTest();
        for (int attempt = 0; attempt < 2; attempt++) {
            assertThatThrownBy(() -> test.passOnce(new FakePython(false)))
                    .isInstanceOf(BridgeException.class)
                    .hasMessageContaining("woven but not live")
                    .hasMessageContaining("doctor");
        }
    }

    /** An interpreter with a public method as the weaver leaves it, or as Pemja made it. */
    public static final class FakePython extends FakeSeam {
        private final boolean routed;

        FakePython(boolean routed) {
            this.routed = routed;
        }

        /** Looked up by name, as the woven method is. */
        public Object invoke(String name, Object[] arguments) {
            return routed ? PemjaDispatch.invoke(this, name, arguments) : "unrouted";
        }

        @Override
        public InterpreterSeam bridge$secondary() {
            return new FakePython(routed);
        }
    }
}
