"""Detaches the threads that CPython makes from the JVM when they end (T4, B8).

Pemja attaches such a thread at its first call of Java code and never detaches it, so the JVM keeps
its record for ever. A ``pthread`` key mends that: its destructor *is* the JVM's own
``DetachCurrentThread`` and its value the ``JavaVM*``, so the system detaches the thread after
everything of Python's on it is gone. Objects in a ``threading.local`` end before that and may
themselves attach the thread again, which is why one of those cannot do it.

Every Python thread is armed at its start, also those that never call Java code: detaching is
harmless then. Threads that C code or the JVM made are left alone. Two releases of Pemja want more
of a thread (``thread_records``).
"""

from __future__ import annotations

import _thread
import functools
import logging
import threading
from collections.abc import Callable
from typing import Any

_DETACH = 5  # DetachCurrentThread in JNI's invocation interface
_installing = threading.Lock()


class DetachingStart:
    """Stands for ``_thread.start_new_thread``; the threads that it starts arm themselves first.

    An object rather than a function, since the original does not become a method either when
    somebody keeps it as an attribute of a class.
    """

    def __init__(self, start: Callable[..., int], arm: Callable[[], object]) -> None:
        functools.update_wrapper(self, start)
        self._start = start
        self._arm = arm

    def __call__(self, function: Any, /, *rest: Any) -> int:
        """Start a thread; what does not fit is refused by the original."""
        armed = ArmedFunction(function, self._arm) if callable(function) else function
        return self._start(armed, *rest)


class ArmedFunction:
    """What a new thread runs."""

    def __init__(self, function: Callable[..., object], arm: Callable[[], object]) -> None:
        self._function = function
        self._arm = arm

    def __call__(self, *args: Any, **kwargs: Any) -> None:
        """Called once, on the new thread."""
        self._arm()
        self._function(*args, **kwargs)

    def __repr__(self) -> str:
        """As the function's own, for the report of an error that ends the thread."""
        return repr(self._function)


def install(libjvm: str) -> None:
    """Have Python threads detached from now on. Once per process; harmless again, on any thread.

    Args:
        libjvm: the path of the library that this JVM's code is in.
    """
    with _installing:
        if isinstance(_thread.start_new_thread, DetachingStart):
            return
        try:
            arm = _arming(libjvm)
        except (ImportError, AttributeError, OSError) as missing:
            logging.getLogger(__name__).warning(
                "Threads that Python makes stay attached to the JVM after their end, so its thread "
                "count grows with each that calls Java code: %s. Use a Python that has ctypes.",
                missing,
            )
            return
        start: Any = DetachingStart(_thread.start_new_thread, arm)
        _thread.start_new_thread = _thread.start_new = start
        threading._start_new_thread = start  # type: ignore[attr-defined]  # noqa: SLF001


def _arming(libjvm: str) -> Callable[[], object]:
    """What a thread does at its start, to be detached at its end."""
    import ctypes

    from flink_agents_bridge.embedded import thread_records

    # Unlike CDLL this keeps the interpreter's lock, which none of these functions waits under.
    process = ctypes.PyDLL(None)
    vm = _java_vm(ctypes.PyDLL(libjvm).JNI_GetCreatedJavaVMs)
    functions = ctypes.cast(vm, ctypes.POINTER(ctypes.POINTER(ctypes.c_void_p))).contents
    key = ctypes.c_ulong()  # pthread_key_t where that is wide; the lower half of it elsewhere
    create = process.pthread_key_create
    create.argtypes = [ctypes.c_void_p, ctypes.c_void_p]
    failed = create(ctypes.byref(key), functions[_DETACH])
    if failed:
        raise OSError(failed, "pthread_key_create found no free key")
    put = process.pthread_setspecific
    put.argtypes = [ctypes.c_ulong, ctypes.c_void_p]
    arm = functools.partial(put, key.value, vm)
    return _then(arm, thread_records.recording(vm)) if thread_records.are_wanted() else arm


def _then(first: Callable[[], object], second: Callable[[], object]) -> Callable[[], object]:
    def both() -> None:
        first()
        second()

    return both


def _java_vm(get_created_vms: Any) -> int:
    """The address of this process's ``JavaVM``."""
    import ctypes

    vm, count = ctypes.c_void_p(), ctypes.c_int32()
    get_created_vms.argtypes = [ctypes.c_void_p, ctypes.c_int32, ctypes.c_void_p]
    get_created_vms(ctypes.byref(vm), 1, ctypes.byref(count))
    if count.value != 1 or vm.value is None:
        raise OSError("the library of the JVM knows of no JVM")
    return vm.value
