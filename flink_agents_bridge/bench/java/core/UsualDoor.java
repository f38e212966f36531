package flinkagentsbridge.bench;

import pemja.core.PythonInterpreter;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * The design that one writes first: an executor of one thread per lane, each with an interpreter of
 * its own; a caller holds a read lock during its call, and close takes the write lock.
 */
final class UsualDoor implements Door {

    private static final class Lane {
        final ExecutorService executor = Executors.newSingleThreadExecutor();
        PythonInterpreter interpreter;
    }

    private final ReadWriteLock open = new ReentrantReadWriteLock();
    private final PythonInterpreter primary = Python.open();
    private final Map<Thread, Lane> lanes = new ConcurrentHashMap<>();
    private final Lane[] all;
    private final AtomicInteger next = new AtomicInteger();

    UsualDoor(int count) {
        all = new Lane[count];
        for (int i = 0; i < count; i++) {
            all[i] = new Lane();
        }
    }

    @Override
    public Object call(String function, Object argument) throws Exception {
        open.readLock().lock();
        try {
            Lane lane = lanes.computeIfAbsent(Thread.currentThread(), thread -> nextLane());
            return lane.executor.submit(() -> run(lane, function, argument)).get();
        } finally {
            open.readLock().unlock();
        }
    }

    private Lane nextLane() {
        return all[next.getAndIncrement() % all.length];
    }

    private static Object run(Lane lane, String function, Object argument) {
        if (lane.interpreter == null) {
            lane.interpreter = Python.open();
        }
        return lane.interpreter.invoke("work." + function, argument);
    }

    @Override
    public void close() throws Exception {
        open.writeLock().lock();
        try {
            for (Lane lane : all) {
                lane.executor.submit(() -> end(lane)).get();
                lane.executor.shutdown();
            }
            primary.close();
        } finally {
            open.writeLock().unlock();
        }
    }

    private static void end(Lane lane) {
        if (lane.interpreter != null) {
            lane.interpreter.close();
        }
    }
}
