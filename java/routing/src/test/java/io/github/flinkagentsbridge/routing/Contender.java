package io.github.flinkagentsbridge.routing;

import java.time.Duration;
import java.util.concurrent.Callable;

/** A design that has to stand up to the hazards' scripts. The thread that makes it owns it. */
interface Contender {
    Object call(Callable<Object> operation) throws Exception;

    /** A managed worker, not started. */
    Thread worker(Runnable task);

    void close() throws Exception;

    /** Ends what a script that hung has left. */
    void dispose();

    /** Ours, seen as one. */
    static Contender ours(Oracle oracle, FakeFactory factory, int lanes, PythonFrames frames) {
        var manager =
                oracle.manager(
                        factory,
                        options ->
                                options.laneLimit(lanes)
                                        .pythonFrames(frames)
                                        .closeDeadline(Duration.ofMillis(1500))
                                        .joinTimeout(Duration.ofMillis(1500)));
        return new Contender() {
            @Override
            public Object call(Callable<Object> operation) throws Exception {
                return manager.<Object, Exception>withInterpreter(python -> python.use(operation));
            }

            @Override
            public Thread worker(Runnable task) {
                return manager.managedThreads().newThread(task);
            }

            @Override
            public void close() {
                manager.close();
            }

            @Override
            public void dispose() {}
        };
    }
}
