package io.github.flinkagentsbridge.routing;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/** What can be chosen for one manager. Immutable. */
public final class ManagerOptions {
    private final String name;
    private final int laneLimit;
    private final Duration warnAfter;
    private final Duration joinTimeout;
    private final Duration closeDeadline;
    private final int laneQueueLimit;
    private final long laneStackBytes;
    private final PythonFrames pythonFrames;
    private final List<CallContext> callContexts;
    private final RoutingListener listener;

    private ManagerOptions(Builder builder) {
        this.name = builder.name;
        this.laneLimit = builder.laneLimit;
        this.warnAfter = builder.warnAfter;
        this.joinTimeout = builder.joinTimeout;
        this.closeDeadline = builder.closeDeadline;
        this.laneQueueLimit = builder.laneQueueLimit;
        this.laneStackBytes = builder.laneStackBytes;
        this.pythonFrames = builder.pythonFrames;
        this.callContexts = List.copyOf(builder.callContexts);
        this.listener = GuardedListener.of(builder.listener);
    }

    /**
     * Starts from the defaults: name "python", 1 lane with a queue without a limit, warnings after
     * 30 s, a close of 60 s, joins of 60 s within it.
     */
    public static Builder builder() {
        return new Builder();
    }

    /** The manager's name, and how the name of each thread that it makes starts. */
    public String name() {
        return name;
    }

    /** How many lanes there may be at first; see {@link PythonInterpreterManager#setLaneLimit}. */
    public int laneLimit() {
        return laneLimit;
    }

    /** After how long a wait is spoken of in the log. */
    public Duration warnAfter() {
        return warnAfter;
    }

    /** How long close waits for all workers to end, and then again for all lanes. */
    public Duration joinTimeout() {
        return joinTimeout;
    }

    /**
     * How long close waits for accepted operations. What runs longer is left, with its interpreter
     * (B4). Best well below the 180 s after which Flink ends the process (hazard D7).
     */
    public Duration closeDeadline() {
        return closeDeadline;
    }

    /** How many calls may wait for one lane, beside the one that it runs. */
    public int laneQueueLimit() {
        return laneQueueLimit;
    }

    /** How much stack a lane has for the calls of others; 0 for as much as the JVM gives. */
    public long laneStackBytes() {
        return laneStackBytes;
    }

    /** Where Python's frames can be looked at; null if nowhere. */
    public PythonFrames pythonFrames() {
        return pythonFrames;
    }

    /** What follows a call into its lane, beside the context class loader. */
    public List<CallContext> callContexts() {
        return callContexts;
    }

    /** Who is told what happens; what it throws is logged once and harms nobody. */
    public RoutingListener listener() {
        return listener;
    }

    long warnAfterNanos() {
        return TimeUnit.NANOSECONDS.convert(warnAfter);
    }

    long joinTimeoutNanos() {
        return TimeUnit.NANOSECONDS.convert(joinTimeout);
    }

    String laneName(int number) {
        return name + "-lane-" + number;
    }

    String workerName(int number) {
        return name + "-worker-" + number;
    }

    static Duration positive(String option, Duration value) {
        if (value == null || value.isZero() || value.isNegative()) {
            throw new InvalidOptionException(option, value, "a duration above zero");
        }
        return value;
    }

    static int checkedLaneLimit(int lanes) {
        if (lanes <= 0) {
            throw new InvalidOptionException("laneLimit", lanes, "a number of at least 1");
        }
        return lanes;
    }

    /** Collects options; each setter refuses a bad value with {@link InvalidOptionException}. */
    public static final class Builder {
        private String name = "python";
        private int laneLimit = 1;
        private Duration warnAfter = Duration.ofSeconds(30);
        private Duration joinTimeout = Duration.ofSeconds(60);
        private Duration closeDeadline = Duration.ofSeconds(60);
        private int laneQueueLimit = Integer.MAX_VALUE;
        private long laneStackBytes;
        private PythonFrames pythonFrames;
        private final List<CallContext> callContexts = new ArrayList<>();
        private RoutingListener listener = RoutingListener.NONE;

        private Builder() {}

        /** Not blank. Best tells operator and subtask. */
        public Builder name(String value) {
            if (value == null || value.isBlank()) {
                throw new InvalidOptionException("name", value, "a text that is not blank");
            }
            this.name = value;
            return this;
        }

        /** At least 1. */
        public Builder laneLimit(int lanes) {
            this.laneLimit = checkedLaneLimit(lanes);
            return this;
        }

        /** More than nothing. */
        public Builder warnAfter(Duration value) {
            this.warnAfter = positive("warnAfter", value);
            return this;
        }

        /** More than nothing. */
        public Builder joinTimeout(Duration value) {
            this.joinTimeout = positive("joinTimeout", value);
            return this;
        }

        /** More than nothing. */
        public Builder closeDeadline(Duration value) {
            this.closeDeadline = positive("closeDeadline", value);
            return this;
        }

        /** At least 1. */
        public Builder laneQueueLimit(int calls) {
            if (calls <= 0) {
                throw new InvalidOptionException("laneQueueLimit", calls, "a number of at least 1");
            }
            this.laneQueueLimit = calls;
            return this;
        }

        /** Not below 0, which is for as much as the JVM gives. */
        public Builder laneStackBytes(long bytes) {
            if (bytes < 0) {
                throw new InvalidOptionException("laneStackBytes", bytes, "a number of at least 0");
            }
            this.laneStackBytes = bytes;
            return this;
        }

        /** Null for nowhere. */
        public Builder pythonFrames(PythonFrames value) {
            this.pythonFrames = value;
            return this;
        }

        /** Adds one; installed on the lane in the order in which they were added. */
        public Builder callContext(CallContext value) {
            callContexts.add(Objects.requireNonNull(value, "callContext"));
            return this;
        }

        /** Nobody by default. */
        public Builder listener(RoutingListener value) {
            this.listener = Objects.requireNonNull(value, "listener");
            return this;
        }

        /** The options as they are now. */
        public ManagerOptions build() {
            return new ManagerOptions(this);
        }
    }
}
