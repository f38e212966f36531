package io.github.flinkagentsbridge.agents;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

/** What a restored subtask keeps of the keys that were in process anywhere. */
class RestoredKeysTest {

    /** Has Flink's methods, by name. */
    public static final class Keys {
        private List<Object> content;
        private int updates;

        Keys(Object... content) {
            this.content = new ArrayList<>(List.of(content));
        }

        public Iterable<Object> get() {
            return content;
        }

        public void update(List<Object> changed) {
            content = changed;
            updates++;
        }
    }

    /** Subtask 1 of 4; its own context and task. */
    public static final class Operator {

        public Operator getRuntimeContext() {
            return this;
        }

        public Operator getTaskInfo() {
            return this;
        }

        public int getMaxNumberOfParallelSubtasks() {
            return 128;
        }

        public int getNumberOfParallelSubtasks() {
            return 4;
        }

        public int getIndexOfThisSubtask() {
            return 1;
        }
    }

    @Test
    @DisplayName("R23: of the keys of all subtasks one keeps its own, each once and in order")
    void keepsItsOwn() {
        Keys keys = new Keys(9, 2, 1, 4, 9, 3, 5);
        RestoredKeys.keepOwn(new Operator(), keys);
        assertThat(keys.content).containsExactly(9, 1, 5);
    }

    @Test
    @DisplayName("R23: a list of nothing but its own keys is not written")
    void writesNothingForNothing() {
        Keys keys = new Keys(1, 5);
        RestoredKeys.keepOwn(new Operator(), keys);
        assertThat(keys.updates).isZero();
    }

    @Test
    @DisplayName("R23: an operator of another form goes on with all keys, as released")
    void leavesWhatItDoesNotKnow() {
        Keys keys = new Keys(1, 2);
        RestoredKeys.keepOwn(new Object(), keys);
        assertThat(keys.content).containsExactly(1, 2);
    }
}
