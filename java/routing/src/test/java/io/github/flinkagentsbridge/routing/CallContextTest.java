package io.github.flinkagentsbridge.routing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import java.net.URL;
import java.net.URLClassLoader;
import java.util.List;

class CallContextTest {
    private static final ThreadLocal<String> LOGGED_AS = new ThreadLocal<>();

    @RegisterExtension final Oracle oracle = new Oracle();
    private final FakeFactory factory = oracle.factory();

    /** As a logging context is: one map, or here one text, per thread. */
    private static final class Logging implements CallContext {
        @Override
        public Object capture() {
            return LOGGED_AS.get();
        }

        @Override
        public Object install(Object captured) {
            String before = LOGGED_AS.get();
            LOGGED_AS.set((String) captured);
            return before;
        }
    }

    @Test
    @DisplayName("B12: the caller's class loader and logging context go into the lane, and off it")
    void followTheCall() throws Exception {
        ClassLoader owners = loaderHere();
        factory.duringClose = python -> assertThat(loaderHere()).isSameAs(owners);
        try (URLClassLoader loader = new URLClassLoader(new URL[0]);
                var manager =
                        oracle.manager(
                                factory,
                                options -> options.laneLimit(1).callContext(new Logging()))) {
            String seen =
                    Runner.runToEnd(
                            "first",
                            () -> {
                                Thread.currentThread().setContextClassLoader(loader);
                                LOGGED_AS.set("job 7");
                                return manager.withInterpreter(
                                        python -> {
                                            assertThat(loaderHere()).isSameAs(loader);
                                            String before = LOGGED_AS.get();
                                            LOGGED_AS.set("left over");
                                            Thread.currentThread().setContextClassLoader(null);
                                            return before;
                                        });
                            });
            assertThat(seen).isEqualTo("job 7");
            String next =
                    Runner.runToEnd(
                            "second", () -> manager.withInterpreter(python -> LOGGED_AS.get()));
            assertThat(next).as("nothing is left on the lane").isNull();
            Runner.runToEnd(
                    "last",
                    () -> {
                        Thread.currentThread().setContextClassLoader(loader);
                        return manager.withInterpreter(FakeInterpreter::thread);
                    });
        }
    }

    @Test
    @DisplayName("B12, T4: a caller without a class loader gets the owner's, and so does the lane")
    void ownersLoaderForThoseWithout() throws Exception {
        ClassLoader own = loaderHere();
        try (URLClassLoader loader = new URLClassLoader(new URL[0])) {
            Thread.currentThread().setContextClassLoader(loader);
            factory.duringCreate = none -> assertThat(loaderHere()).isSameAs(loader);
            factory.duringClose = none -> assertThat(loaderHere()).isSameAs(loader);
            try (var manager = oracle.manager(factory)) {
                ClassLoader seen =
                        Runner.runToEnd(
                                "Dummy-1",
                                () -> {
                                    Thread.currentThread().setContextClassLoader(null);
                                    return manager.withInterpreter(python -> loaderHere());
                                });
                assertThat(seen).isSameAs(loader);
            }
        } finally {
            Thread.currentThread().setContextClassLoader(own);
        }
    }

    @Test
    @DisplayName("B12, R14: several contexts are taken off in reverse, also when the call fails")
    void takenOffWhenTheCallFails() throws Exception {
        StringBuffer order = new StringBuffer();
        try (var manager =
                oracle.manager(
                        factory,
                        options ->
                                options.callContext(new Noted("a", order))
                                        .callContext(new Noted("b", order)))) {
            Throwable failure =
                    Runner.start(
                                    "s",
                                    () ->
                                            manager.withInterpreter(
                                                    python -> {
                                                        order.append("fails ");
                                                        throw new IllegalStateException("chosen");
                                                    }))
                            .failure();
            assertThat(failure).hasMessage("chosen");
            assertThat(order.toString().trim())
                    .isEqualTo("a:captured b:captured fails b:before a:before");
        }
    }

    @Test
    @DisplayName("B10: a description that fails harms nobody who asks for it")
    void brokenDescription() {
        InterpreterOperation<Object, Object, RuntimeException> operation =
                new InterpreterOperation<>() {
                    @Override
                    public Object run(Object python) {
                        return null;
                    }

                    @Override
                    public String description() {
                        throw new IllegalStateException("not today");
                    }
                };
        assertThat(new LaneWork<>(operation, List.of(), null).text()).isEqualTo("an operation");
    }

    private static final class Noted implements CallContext {
        private final String name;
        private final StringBuffer order;

        Noted(String name, StringBuffer order) {
            this.name = name;
            this.order = order;
        }

        @Override
        public Object capture() {
            return "captured";
        }

        @Override
        public Object install(Object captured) {
            order.append(name).append(':').append(captured).append(' ');
            return "before";
        }
    }

    private static ClassLoader loaderHere() {
        return Thread.currentThread().getContextClassLoader();
    }
}
