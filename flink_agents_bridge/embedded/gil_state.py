"""Which thread state ``PyGILState`` takes for a thread's own, where the thread has several (T9).

CPython before 3.12 notes the first thread state of a thread and sticks to it. C code that holds
the interpreter's lock through another one and asks for it by ``PyGILState_Ensure`` then waits for
its own thread, for ever. Managers of one thread share one state, so this is for a thread that has a
sub-interpreter beside it. CPython keeps the note in a ``pthread`` key, which is found by its value.
"""

from __future__ import annotations

import ctypes
import functools
import sys
from typing import Any

_KEYS = range(4096)  # more than any system has


def note(state: int) -> None:
    """Has ``PyGILState`` take a thread state for the calling thread's own.

    Args:
        state: the address of a thread state that was made on this thread and lives.
    """
    if sys.version_info >= (3, 12):
        return  # notes the state that is entered, and keeps an account of that
    known = _own_state()
    if known == state:
        return
    process = _process()
    for key in _KEYS:
        if process.pthread_getspecific(key) == known:
            process.pthread_setspecific(key, state)
            if _own_state() == state:
                return
            process.pthread_setspecific(key, known)


@functools.cache
def _process() -> Any:
    """The C library; unlike ``CDLL``, ``PyDLL`` keeps the interpreter's lock."""
    process = ctypes.PyDLL(None)
    process.pthread_getspecific.argtypes = [ctypes.c_uint]
    process.pthread_getspecific.restype = ctypes.c_void_p
    process.pthread_setspecific.argtypes = [ctypes.c_uint, ctypes.c_void_p]
    return process


def _own_state() -> int | None:
    own = ctypes.pythonapi.PyGILState_GetThisThreadState
    own.restype = ctypes.c_void_p
    state: int | None = own()
    return state
