package io.github.flinkagentsbridge.pemja;

import io.github.flinkagentsbridge.routing.BridgeException;

/**
 * A use of a handle that came out of serialised form, such as a checkpoint (B9): it points into the
 * memory of a process that is gone.
 */
public final class StaleHandleException extends BridgeException {

    private static final long serialVersionUID = 1L;

    /**
     * @param attempted what was tried, as the start of a sentence
     */
    public StaleHandleException(String attempted) {
        super(
                attempted,
                Thread.currentThread().getName(),
                "a process that has ended",
                "restored from serialised form",
                "It was stored as a Python object without plain form and is lost. Store a plain"
                        + " value instead (str(uuid), model.model_dump(mode='json')) and drop or"
                        + " overwrite the old one.");
    }
}
