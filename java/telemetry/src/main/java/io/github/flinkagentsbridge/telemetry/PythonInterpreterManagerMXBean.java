package io.github.flinkagentsbridge.telemetry;

import java.util.Map;

/**
 * What a manager is at. Each attribute has the name and meaning of the {@code Metric} or {@code
 * Timing} of that name, which {@code docs/metrics.md} tells.
 */
public interface PythonInterpreterManagerMXBean {

    long getOwnerCalls();

    long getWorkerCalls();

    long getLaneCalls();

    long getLaneCallsOfCPython();

    long getLaneCallsOfJava();

    long getLaneCallsOfVirtual();

    long getReentrantCalls();

    long getRefusedCalls();

    long getStalls();

    long getInterpretersMade();

    long getInterpretersClosed();

    long getInterpretersLeaked();

    long getLiveInterpreters();

    long getHandlesMade();

    long getLiveHandles();

    long getLanes();

    long getLanesInUse();

    long getLaneLimit();

    long getQueuedCalls();

    long getSourceThreads();

    long getAttachedCPythonThreads();

    Map<String, Long> getQueueWaitNanos();

    Map<String, Long> getLaneRunNanos();

    Map<String, Long> getInlineRunNanos();

    /** The text dump, with both stacks of who is inside. */
    String dump();
}
