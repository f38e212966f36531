package io.github.flinkagentsbridge.sites;

import io.github.flinkagentsbridge.pemja.HandleDispatch;

import pemja.core.object.PyObject;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which {@link SiteHandle} stands beside which handle; by identity, weakly. A handle is noted where
 * a routed call returns it, or when a redirected call first meets it.
 *
 * <p>Threads: any.
 */
final class SiteHandles {

    private static final Map<Key, SiteHandle> NOTED = new ConcurrentHashMap<>();
    private static final ReferenceQueue<PyObject> GONE = new ReferenceQueue<>();

    private SiteHandles() {}

    /** Notes what a call has returned, if it is a handle. */
    static Object noted(Object result) {
        if (result instanceof PyObject) {
            of((PyObject) result);
        }
        return result;
    }

    static SiteHandle of(PyObject handle) {
        for (Object gone = GONE.poll(); gone != null; gone = GONE.poll()) {
            NOTED.remove(gone);
        }
        return NOTED.computeIfAbsent(new Key(handle), key -> made(handle));
    }

    private static SiteHandle made(PyObject handle) {
        SiteHandle beside = new SiteHandle(RawPemja.makersThreadState(handle), handle.pyobject);
        HandleDispatch.born(beside);
        return beside;
    }

    private static final class Key extends WeakReference<PyObject> {
        private final int hash;

        Key(PyObject handle) {
            super(handle, GONE);
            hash = System.identityHashCode(handle);
        }

        @Override
        public int hashCode() {
            return hash;
        }

        @Override
        public boolean equals(Object other) {
            if (this == other) {
                return true;
            }
            PyObject handle = get();
            return handle != null && other instanceof Key && ((Key) other).get() == handle;
        }
    }
}
