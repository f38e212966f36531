package io.github.flinkagentsbridge.routing;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * What is written first when threads share interpreters, kept to show what it does: an executor per
 * lane, callers under a read lock, close and exiting workers under the write lock, and one mark for
 * managed threads in the whole process.
 */
final class UsualDesign implements Contender {
    private static final ThreadLocal<Boolean> MANAGED = ThreadLocal.withInitial(() -> false);

    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private final FakeFactory factory;
    private final Thread owner = Thread.currentThread();
    private final FakeInterpreter primary;
    private final Map<Thread, FakeInterpreter> secondaries = new ConcurrentHashMap<>();
    private final List<ExecutorService> lanes = new ArrayList<>();
    private final Map<Thread, ExecutorService> laneOf = new ConcurrentHashMap<>();
    private final ThreadLocal<Boolean> onLane = ThreadLocal.withInitial(() -> false);
    private boolean closed;

    UsualDesign(FakeFactory factory, int laneCount) {
        this.factory = factory;
        primary = factory.makePrimary();
        for (int i = 0; i < laneCount; i++) {
            lanes.add(Executors.newSingleThreadExecutor(UsualDesign::daemon));
        }
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "usual-lane");
        thread.setDaemon(true);
        return thread;
    }

    @Override
    public Object call(Callable<Object> operation) throws Exception {
        lock.readLock().lockInterruptibly();
        try {
            if (closed) {
                throw new IllegalStateException("closed");
            }
            if (Thread.currentThread() == owner) {
                return primary.use(operation);
            }
            return MANAGED.get() || onLane.get() ? inline(operation) : onLane(operation);
        } finally {
            lock.readLock().unlock();
        }
    }

    private Object inline(Callable<Object> operation) throws Exception {
        Thread current = Thread.currentThread();
        FakeInterpreter own = secondaries.get(current);
        if (own == null) {
            own = factory.create();
            factory.prepare(own);
            secondaries.put(current, own);
        }
        return own.use(operation);
    }

    private Object onLane(Callable<Object> operation) throws Exception {
        Callable<Object> task =
                () -> {
                    onLane.set(true);
                    return inline(operation);
                };
        try {
            return laneOf.computeIfAbsent(
                            Thread.currentThread(), t -> lanes.get(laneOf.size() % lanes.size()))
                    .submit(task)
                    .get();
        } catch (ExecutionException failure) {
            throw (Exception) failure.getCause();
        }
    }

    @Override
    public Thread worker(Runnable task) {
        return daemon(
                () -> {
                    MANAGED.set(true);
                    task.run();
                    exit();
                });
    }

    private void exit() {
        lock.writeLock().lock();
        try {
            FakeInterpreter own = secondaries.remove(Thread.currentThread());
            if (own != null) {
                own.close();
            }
        } finally {
            lock.writeLock().unlock();
        }
    }

    @Override
    public void close() throws Exception {
        lock.writeLock().lockInterruptibly();
        try {
            closed = true;
            secondaries.values().forEach(FakeInterpreter::close);
            primary.close();
            lanes.forEach(ExecutorService::shutdown);
        } finally {
            lock.writeLock().unlock();
        }
    }

    @Override
    public void dispose() {
        lanes.forEach(ExecutorService::shutdownNow);
    }
}
