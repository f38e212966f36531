"""What C code does that wants the interpreter's lock: ``PyGILState_Ensure``, in all its company."""

import ctypes
import io
import time
from collections.abc import Callable
from typing import Any

import numpy as np

_library = ctypes.CDLL(None)  # lets go of the lock for each call
_holding = ctypes.PyDLL(None)  # keeps it
_COMPARE = ctypes.CFUNCTYPE(
    ctypes.c_int, ctypes.POINTER(ctypes.c_int), ctypes.POINTER(ctypes.c_int)
)
_NUMBERS = [5, 3, 9, 1, 7, 2, 8]


def tick(_: Any) -> int:
    """Let go of the lock once."""
    time.sleep(0.0001)  # load: nobody waits for it, but others may take the lock meanwhile
    return 1


def _sort(library: ctypes.CDLL, inside: Callable[[], object]) -> None:
    """C code that calls Python code back, which asks for the lock first."""
    numbers = (ctypes.c_int * len(_NUMBERS))(*_NUMBERS)

    def compare(left: Any, right: Any) -> int:
        inside()
        return int(left[0]) - int(right[0])

    library.qsort(numbers, len(numbers), ctypes.sizeof(ctypes.c_int), _COMPARE(compare))
    assert list(numbers) == sorted(_NUMBERS)


def called_with_the_lock(_: Any) -> None:
    """The usual trap: it has the lock and asks for it again."""
    _sort(_holding, lambda: None)


def called_without_the_lock(_: Any) -> None:
    """The usual way."""
    _sort(_library, lambda: None)


def calls_java(relay: Any) -> None:
    """The same, and the code that is called back goes on into Java and into Python again."""
    for library in (_holding, _library):
        _sort(library, lambda: relay.ask("gil_probes.tick"))
        _sort(library, lambda: str(relay))


def with_gil(relay: Any) -> None:
    """As the functions that Cython makes for ``with gil``, one inside the other."""
    outer = ctypes.pythonapi.PyGILState_Ensure()
    inner = ctypes.pythonapi.PyGILState_Ensure()
    relay.ask("gil_probes.tick")
    ctypes.pythonapi.PyGILState_Release(inner)
    ctypes.pythonapi.PyGILState_Release(outer)
    assert ctypes.pythonapi.PyGILState_GetThisThreadState() != 0


def numbers(_: Any) -> None:
    """numpy with and without the lock, and with it asked for in the midst of a loop."""
    seen: list[str] = []
    with np.errstate(divide="call", call=lambda kind, _: seen.append(kind)):
        np.ones(64) / np.zeros(64)
    assert seen == ["divide by zero"]
    matrix = np.random.default_rng(1).random((48, 48))
    assert np.allclose(np.linalg.inv(matrix) @ matrix, np.eye(48))
    file = io.BytesIO()
    np.save(file, np.sort(matrix, axis=None))
    file.seek(0)
    assert np.load(file)[0] == matrix.min()
    double = np.frompyfunc(lambda value: value * 2, 1, 1)
    assert double(np.arange(8))[7] == 14
