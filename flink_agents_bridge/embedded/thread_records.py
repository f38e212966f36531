"""Gives the threads that Python makes the record that Pemja looks for on each of its own (T3, T8).

Pemja keeps such a record, its ``JcpThread``, in the dictionary of a thread state. Whenever a Java
object comes to Python, Pemja 0.5.5 and 0.6.0 follow it unseen: on a thread of Python's own, where
there is none, the JVM dies. Looking up a class, as the first line of a log does, is refused with
"No JcpThread instance available". Pemja 0.5.7 takes care of itself and is left alone.

What is left behind: Pemja leaks the overloaded methods of each class that it meets with a record,
which is once for each interpreter and now once for each such thread.
"""

from __future__ import annotations

import ctypes
import importlib
import pkgutil
from collections.abc import Callable

_KEY = "jcp"
_KEY_OF_OWNER = "flink_agents_bridge.thread_record"
_ATTACH_AS_DAEMON = 7  # AttachCurrentThreadAsDaemon in JNI's invocation interface

_python = ctypes.pythonapi
_state = _python.PyThreadState_Get
_state.restype = ctypes.c_void_p
_dictionary = _python.PyThreadState_GetDict
_dictionary.restype = ctypes.c_void_p  # a borrowed reference, which py_object would take over
_capsule = ctypes.PyDLL(None).PyCapsule_New
_capsule.restype = ctypes.py_object
_capsule.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]


class Record(ctypes.Structure):
    """``JcpThread`` of Pemja's ``pylib.h``, which is the same in both releases."""

    _fields_ = tuple(
        (name, ctypes.c_void_p)
        for name in (
            *("globals", "tstate", "env", "pemja_module", "cache_function_name"),
            *("cache_object_name", "cache_method_name", "cache_callable", "name_to_attrs"),
        )
    )


class _Owner:
    """Keeps a record as long as its thread state, then gives back what Pemja has put into it."""

    def __init__(self, record: Record) -> None:
        self._record = record

    def __del__(self) -> None:
        cached, self._record.name_to_attrs = self._record.name_to_attrs, None
        if cached:
            _python.Py_DecRef(ctypes.c_void_p(cached))


def are_wanted() -> bool:
    """Whether the Pemja that is installed needs them: those releases have this fault, no other."""
    version = importlib.import_module("pemja.version").__version__
    facts = pkgutil.get_data("flink_agents_bridge.embedded", "pemja.properties") or b""
    return f"\nfault.{version}=".encode() in facts


def recording(vm: int) -> Callable[[], None]:
    """What a new thread does to have a record; it is attached to the JVM for it.

    Args:
        vm: the address of the ``JavaVM``.
    """
    functions = ctypes.cast(vm, ctypes.POINTER(ctypes.POINTER(ctypes.c_void_p))).contents
    attach = ctypes.CFUNCTYPE(ctypes.c_int, *[ctypes.c_void_p] * 3)(functions[_ATTACH_AS_DAEMON])

    def record() -> None:
        environment = ctypes.c_void_p()
        failed = attach(vm, ctypes.addressof(environment), None)
        # A JVM that ends takes no more threads. This one may go on, but not to Java.
        if not failed and environment.value:
            add_record(environment.value)

    return record


def add_record(environment: int) -> None:
    """Adds one to the calling thread.

    Args:
        environment: the address of the thread's ``JNIEnv``.
    """
    record = Record(tstate=_state(), env=environment)
    held = ctypes.cast(_dictionary(), ctypes.py_object).value
    held[_KEY_OF_OWNER] = _Owner(record)
    held[_KEY] = _capsule(ctypes.addressof(record), None, None)
