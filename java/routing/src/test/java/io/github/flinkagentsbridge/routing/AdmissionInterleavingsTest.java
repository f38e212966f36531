package io.github.flinkagentsbridge.routing;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.ThreadIdGen;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Admission against close in every interleaving that a model checker finds within its bound. It
 * sees each read and write as one step in a sequentially consistent memory: it finds lost updates
 * and checks that come too early, and cannot find what only a weaker memory would show.
 */
class AdmissionInterleavingsTest {
    /** What may be asked of an admission, with the tickets that each thread holds. */
    interface Office {
        boolean tryEnter();

        void exit();

        boolean beginClosing();

        void reopen();

        void finishClosing();

        long tickets();

        boolean isOpen();
    }

    /** The steps that threads take; each gives back only what it holds. */
    public abstract static class Steps {
        private final Office office = office();
        private final boolean[] holds = new boolean[8];
        private final boolean[] closing = new boolean[8];

        abstract Office office();

        @Operation
        public boolean enter(@Param(gen = ThreadIdGen.class) int thread) {
            return !holds[thread] && (holds[thread] = office.tryEnter());
        }

        @Operation
        public boolean exit(@Param(gen = ThreadIdGen.class) int thread) {
            if (holds[thread]) {
                office.exit();
                holds[thread] = false;
                return true;
            }
            return false;
        }

        @Operation
        public boolean beginClosing(@Param(gen = ThreadIdGen.class) int thread) {
            return closing[thread] = office.beginClosing();
        }

        @Operation
        public boolean reopen(@Param(gen = ThreadIdGen.class) int thread) {
            if (closing[thread]) {
                closing[thread] = false;
                office.reopen();
                return true;
            }
            return false;
        }

        @Operation
        public boolean finishClosing(@Param(gen = ThreadIdGen.class) int thread) {
            if (closing[thread]) {
                closing[thread] = false;
                office.finishClosing();
                return true;
            }
            return false;
        }

        @Operation
        public long tickets() {
            return office.tickets();
        }

        @Operation
        public boolean isOpen() {
            return office.isOpen();
        }
    }

    /** Ours. */
    public static class Ours extends Steps {
        @Override
        Office office() {
            Admission admission = new Admission();
            return new Office() {
                @Override
                public boolean tryEnter() {
                    return admission.tryEnter();
                }

                @Override
                public void exit() {
                    admission.exit();
                }

                @Override
                public boolean beginClosing() {
                    return admission.beginClosing();
                }

                @Override
                public void reopen() {
                    admission.reopen();
                }

                @Override
                public void finishClosing() {
                    admission.finishClosing();
                }

                @Override
                public long tickets() {
                    return admission.tickets();
                }

                @Override
                public boolean isOpen() {
                    return admission.isOpen();
                }
            };
        }
    }

    /** State and count in two words: a ticket may be taken after close has begun. */
    public static class BrokenOffice extends Steps {
        @Override
        Office office() {
            return new TwoWords();
        }
    }

    private static final class TwoWords implements Office {
        private final AtomicBoolean open = new AtomicBoolean(true);
        private final AtomicInteger tickets = new AtomicInteger();
        private boolean closed;

        @Override
        public boolean tryEnter() {
            if (!open.get()) {
                return false;
            }
            tickets.incrementAndGet();
            return true;
        }

        @Override
        public void exit() {
            tickets.decrementAndGet();
        }

        @Override
        public boolean beginClosing() {
            return !closed && open.compareAndSet(true, false);
        }

        @Override
        public void reopen() {
            open.set(true);
        }

        @Override
        public void finishClosing() {
            closed = true;
        }

        @Override
        public long tickets() {
            return tickets.get();
        }

        @Override
        public boolean isOpen() {
            return open.get();
        }
    }

    /** What a single thread sees; any other outcome is forbidden. */
    public static class Alone extends Steps {
        @Override
        Office office() {
            return new TwoWords();
        }
    }

    private static ModelCheckingOptions options() {
        return new ModelCheckingOptions()
                .threads(3)
                .actorsPerThread(3)
                .actorsBefore(1)
                .actorsAfter(1)
                .iterations(40)
                .invocationsPerIteration(500)
                .minimizeFailedScenario(false)
                .sequentialSpecification(Alone.class);
    }

    @Test
    @DisplayName(
            "I4, R11: forbidden: a ticket that is taken after close has begun, in any schedule")
    void noTicketAfterCloseHasBegun() {
        options().check(Ours.class);
    }

    @Test
    @DisplayName("I4: the checker finds that outcome where state and count are two words")
    void findsTheForbiddenOutcome() {
        assertThatThrownBy(() -> options().check(BrokenOffice.class))
                .isInstanceOf(LincheckAssertionError.class)
                .hasMessageContaining("Invalid execution results");
    }
}
