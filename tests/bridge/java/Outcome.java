package probe;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What becomes of one call. */
public final class Outcome extends FutureTask<Object> {
    private Object value;
    private Throwable failure;

    Outcome(Callable<?> task) {
        super(task::call);
    }

    /** Waits for the end of the call; false if it has not come in time. */
    public boolean ends(int seconds) throws InterruptedException {
        try {
            value = get(seconds, TimeUnit.SECONDS);
        } catch (ExecutionException thrown) {
            failure = thrown.getCause();
        } catch (TimeoutException stillRuns) {
            return false;
        }
        return true;
    }

    public Object value() {
        return value;
    }

    /** The class of what was thrown; null if nothing was. */
    public String failure() {
        return failure == null ? null : failure.getClass().getName();
    }

    public String message() {
        return failure.getMessage();
    }

    /** Class and message of what stands behind the failure; empty if nothing does. */
    public String cause() {
        return failure.getCause() == null ? "" : failure.getCause().toString();
    }

    /** What came after the failure that was thrown, or after the one behind it. */
    public List<String> suppressed() {
        Throwable second = failure.getCause() == null ? failure : failure.getCause();
        return Stream.concat(
                        suppressed(failure), second == failure ? Stream.of() : suppressed(second))
                .collect(Collectors.toList());
    }

    private static Stream<String> suppressed(Throwable of) {
        return Arrays.stream(of.getSuppressed()).map(String::valueOf);
    }
}
