package io.github.flinkagentsbridge.routing;

import java.util.Collections;
import java.util.Map;

/**
 * What a manager has done so far. The numbers are read one after the other while calls go on, so
 * they need not add up exactly. They never change, durations apart: those are looked at when they
 * are asked for, since sorting them costs more than all the rest.
 */
public final class Statistics {
    private final long ownerCalls;
    private final long workerCalls;
    private final long reentrantCalls;
    private final long refusedCalls;
    private final long interpretersMade;
    private final long interpretersClosed;
    private final long interpretersLeaked;
    private final int lanes;
    private final int lanesInUse;
    private final int queuedCalls;
    private final int attachedCPythonThreads;
    private final long stalls;
    private final RecentTimes queueWaits;
    private final RecentTimes laneRuns;
    private final RecentTimes inlineRuns;
    private final int laneLimit;
    private final int sourceThreads;
    private final int lanesMade;
    private final long liveHandles;
    private final long handlesMade;
    private final Map<String, Long> laneCallsBySourceKind;

    Statistics(OwnerSeat<?> owner, Counters counters, LaneTable<?> table, HeldObjects held) {
        ownerCalls = owner.callsSeenByOthers();
        workerCalls = counters.workerCalls.sum();
        reentrantCalls = counters.reentrantCalls.sum();
        refusedCalls = counters.refusedCalls.sum();
        interpretersLeaked = counters.interpretersLeaked.sum();
        interpretersClosed = counters.interpretersClosed.sum();
        interpretersMade = counters.interpretersMade.sum();
        lanes = table.lanes().size();
        lanesMade = table.made();
        lanesInUse = (int) table.lanes().stream().filter(lane -> !lane.isIdle()).count();
        queuedCalls = table.lanes().stream().mapToInt(lane -> lane.queued().size()).sum();
        attachedCPythonThreads = table.attachedCPythonThreads();
        stalls = counters.stalls.sum();
        queueWaits = counters.queueWaits;
        laneRuns = counters.laneRuns;
        inlineRuns = counters.inlineRuns;
        liveHandles = held.live();
        handlesMade = held.made();
        laneLimit = table.limit();
        sourceThreads = table.liveSources();
        laneCallsBySourceKind = Collections.unmodifiableMap(counters.laneCallsByKind());
    }

    /** Operations of the owner, nested ones included. */
    public long ownerCalls() {
        return ownerCalls;
    }

    /** Operations that managed workers began, nested ones not included. */
    public long workerCalls() {
        return workerCalls;
    }

    /** Operations that came through a lane, nested ones not included. */
    public long laneCalls() {
        return laneCallsBySourceKind.values().stream().mapToLong(Long::longValue).sum();
    }

    /** {@link #laneCalls} by what made the calling thread: "cpython", "java" or "virtual". */
    public Map<String, Long> laneCallsBySourceKind() {
        return laneCallsBySourceKind;
    }

    /** Operations of workers and lanes inside of another operation. */
    public long reentrantCalls() {
        return reentrantCalls;
    }

    /** Calls that were refused. */
    public long refusedCalls() {
        return refusedCalls;
    }

    /** Warnings that a lane is slow. */
    public long stalls() {
        return stalls;
    }

    /** Lanes that run a call, or are about to. */
    public int lanesInUse() {
        return lanesInUse;
    }

    /** Calls that wait for a lane to begin them. */
    public int queuedCalls() {
        return queuedCalls;
    }

    /** How long the latest calls through lanes were queued. */
    public TimeSummary queueWaits() {
        return queueWaits.summary();
    }

    /** How long the latest calls through lanes ran. */
    public TimeSummary laneRuns() {
        return laneRuns.summary();
    }

    /** How long the latest timed calls of owner and workers ran; none unless that is chosen. */
    public TimeSummary inlineRuns() {
        return inlineRuns.summary();
    }

    /** Live threads made by CPython that hold a lane, and so are attached to this JVM. */
    public int attachedCPythonThreads() {
        return attachedCPythonThreads;
    }

    /** Lanes that exist. */
    public int lanes() {
        return lanes;
    }

    /** Lanes there have ever been, those of a closed manager too. */
    public int lanesMade() {
        return lanesMade;
    }

    /** Python objects that Java code has in hand. */
    public long liveHandles() {
        return liveHandles;
    }

    /** Python objects that Java code has ever had in hand. */
    public long handlesMade() {
        return handlesMade;
    }

    /** How many lanes there may be. */
    public int laneLimit() {
        return laneLimit;
    }

    /** Live threads that hold a lane. */
    public int sourceThreads() {
        return sourceThreads;
    }

    /** Interpreters that are neither closed nor leaked, the primary included. */
    public long liveInterpreters() {
        return Math.max(0, interpretersMade - interpretersClosed - interpretersLeaked);
    }

    /** Interpreters there have ever been; the primary counts as one from the start. */
    public long interpretersMade() {
        return interpretersMade;
    }

    /** Interpreters whose close returned. */
    public long interpretersClosed() {
        return interpretersClosed;
    }

    /** Interpreters left behind: their thread did not end in time, or their close failed. */
    public long interpretersLeaked() {
        return interpretersLeaked;
    }
}
