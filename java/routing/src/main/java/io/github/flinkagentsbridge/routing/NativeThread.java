package io.github.flinkagentsbridge.routing;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The operating system's id of a thread, by which Python knows it too. Asked for on the thread
 * itself, so that it cannot be that of another.
 */
final class NativeThread {
    static final long UNKNOWN = 0;

    private static final Path SELF = Path.of("/proc/thread-self");

    private NativeThread() {}

    /**
     * The id of the current thread; {@link #UNKNOWN} on virtual threads and where it is not told.
     */
    static long currentId() {
        if (SourceKind.isVirtual(Thread.currentThread())) {
            return UNKNOWN;
        }
        try {
            return Long.parseLong(Files.readSymbolicLink(SELF).getFileName().toString());
        } catch (Exception notTold) {
            return UNKNOWN;
        }
    }
}
