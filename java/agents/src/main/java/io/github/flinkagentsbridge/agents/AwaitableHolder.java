package io.github.flinkagentsbridge.agents;

/** What the woven {@code PythonActionExecutor} carries. */
public interface AwaitableHolder {

    /** Null as long as no action has awaited. */
    Awaitables bridge$awaitables();

    void bridge$attach(Awaitables awaitables);
}
