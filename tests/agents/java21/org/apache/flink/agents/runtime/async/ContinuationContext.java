package org.apache.flink.agents.runtime.async;

import java.util.concurrent.Future;

import jdk.internal.vm.Continuation;

/** What an action that waits keeps from one step to the next. */
public class ContinuationContext {
    Continuation action;
    Future<?> awaited;
}
