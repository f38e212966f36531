package io.github.flinkagentsbridge.routing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * Makes managers for a test and judges it afterwards: no overlap, every interpreter closed once on
 * the thread that made it unless it was to be left, no thread of a manager alive.
 */
final class Oracle implements AfterEachCallback {
    private static final AtomicInteger NAMES = new AtomicInteger();

    private final List<FakeFactory> factories = new ArrayList<>();
    private final List<String> names = new ArrayList<>();
    private int leaks;

    FakeFactory factory() {
        FakeFactory factory = new FakeFactory();
        factories.add(factory);
        return factory;
    }

    PythonInterpreterManager<FakeInterpreter> manager(FakeFactory factory) {
        return manager(factory, options -> options);
    }

    PythonInterpreterManager<FakeInterpreter> manager(
            FakeFactory factory, UnaryOperator<ManagerOptions.Builder> change) {
        String name = "op" + NAMES.incrementAndGet();
        names.add(name + "-");
        ManagerOptions.Builder options =
                ManagerOptions.builder()
                        .name(name)
                        .laneLimit(2)
                        .joinTimeout(Duration.ofSeconds(Gate.BOUND_SECONDS));
        return new PythonInterpreterManager<>(
                change.apply(options).build(), factory, factory.makePrimary());
    }

    /** Interpreters that the test leaves on purpose; their threads may end a little later. */
    void expectLeaks(int count) {
        leaks = count;
    }

    @Override
    public void afterEach(ExtensionContext context) throws InterruptedException {
        for (Thread thread : threadsOfManagers()) {
            if (leaks > 0) {
                thread.join(TimeUnit.SECONDS.toMillis(Gate.BOUND_SECONDS));
            }
        }
        assertThat(threadsOfManagers()).as("threads left alive").isEmpty();
        int left = 0;
        for (FakeFactory factory : factories) {
            assertThat(factory.violations).isEmpty();
            for (FakeInterpreter interpreter : factory.made) {
                left += interpreter.closers.isEmpty() ? 1 : 0;
                assertThat(interpreter.closers)
                        .as("closers of %s", interpreter)
                        .hasSizeLessThan(2)
                        .allSatisfy(closer -> assertThat(closer).isSameAs(interpreter.maker));
            }
        }
        assertThat(left).as("interpreters never closed").isEqualTo(leaks);
    }

    private List<Thread> threadsOfManagers() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> names.stream().anyMatch(thread.getName()::startsWith))
                .collect(Collectors.toList());
    }
}
