package io.github.flinkagentsbridge.routing;

import java.util.List;

/** The long waits of this JVM, of whichever managers, for reports. */
public final class LongWaits {

    private LongWaits() {}

    /** One sentence for each of Java's; Python's are not asked for. */
    public static List<String> sentences() {
        return Watch.JVM.graph(PythonSample.NONE).sentences();
    }
}
