package io.github.flinkagentsbridge.pemja;

import java.lang.ref.Reference;

/** One use of a handle: by a call on it, or as an argument. */
final class HandleUse {

    private HandleUse() {}

    /**
     * @throws StaleHandleException if a serialiser made the handle
     * @throws ReleasedHandleException if it was closed, by itself or with its manager
     */
    static void begin(HandleSeam handle) {
        HandleRecord record = handle.bridge$record();
        if (record == null) {
            throw new StaleHandleException("Use of a Python object");
        }
        if (!record.enter()) {
            throw new ReleasedHandleException();
        }
    }

    /** The fence keeps the collector from reporting a handle whose call still runs (H5). */
    static void end(HandleSeam handle) {
        HandleRecord record = handle.bridge$record();
        if (record.leave()) {
            record.registry().releaseLater(record);
        }
        Reference.reachabilityFence(handle);
    }
}
