"""What Pemja looks for on each thread, on threads that Python makes; no JVM is needed."""

import ctypes
import sys
import threading
from collections.abc import Callable
from typing import Any

import pemja.version
import pytest

from flink_agents_bridge.embedded.thread_records import Record, add_record, are_wanted, recording

_pointer = ctypes.pythonapi.PyCapsule_GetPointer
_pointer.restype = ctypes.c_void_p
_pointer.argtypes = [ctypes.py_object, ctypes.c_char_p]
_dictionary = ctypes.PyDLL(None).PyThreadState_GetDict
_dictionary.restype = ctypes.c_void_p


def own_record() -> Record | None:
    """As Pemja finds it."""
    capsule = ctypes.cast(_dictionary(), ctypes.py_object).value.get("jcp")
    return None if capsule is None else Record.from_address(_pointer(capsule, None) or 0)


def on_a_thread(work: Callable[[], None]) -> None:
    """Run it to its end, thread state included; its error is an error here."""
    failures: list[BaseException] = []

    def run() -> None:
        try:
            work()
        except BaseException as failure:  # noqa: BLE001
            failures.append(failure)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    if failures:
        raise failures[0]


@pytest.mark.parametrize(
    ("version", "wanted"), [("0.5.5", True), ("0.5.7", False), ("0.6.0", True)]
)
def test_by_release(monkeypatch: pytest.MonkeyPatch, version: str, wanted: bool) -> None:
    """T8, B13: only where Pemja follows what is not there."""
    monkeypatch.setattr(pemja.version, "__version__", version)
    assert are_wanted() is wanted


def test_what_pemja_finds() -> None:
    """T3, T8: the thread's own state, and the JVM's handle of the thread."""

    def work() -> None:
        assert own_record() is None
        add_record(4711)
        record = own_record()
        assert record is not None
        assert record.env == 4711
        state = ctypes.pythonapi.PyThreadState_Get
        state.restype = ctypes.c_void_p
        assert record.tstate == state()
        assert record.name_to_attrs is None

    on_a_thread(work)
    assert own_record() is None


def test_what_pemja_has_kept_there_is_let_go_of() -> None:
    """T4: a reference to its cache, with all that is in it, ends with the thread."""
    cache = {"a class": "its methods"}
    before = sys.getrefcount(cache)

    def work() -> None:
        add_record(4711)
        record = own_record()
        assert record is not None
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(cache))
        record.name_to_attrs = id(cache)
        assert sys.getrefcount(cache) == before + 1

    on_a_thread(work)
    assert sys.getrefcount(cache) == before


@pytest.mark.parametrize("refusal", [0, -1])
def test_a_jvm_that_takes_no_more_threads(refusal: int) -> None:
    """T4: the thread goes on without; else it is attached as a daemon, as Pemja would do it."""
    asked: list[int] = []

    def attach(vm: int, environment: int, _: Any) -> int:
        asked.append(vm)
        ctypes.c_void_p.from_address(environment).value = 4711
        return refusal

    functions = (ctypes.c_void_p * 8)()
    function = ctypes.CFUNCTYPE(ctypes.c_int, *[ctypes.c_void_p] * 3)(attach)
    functions[7] = ctypes.cast(function, ctypes.c_void_p)
    vm = ctypes.pointer(functions)
    record = recording(ctypes.addressof(vm))

    def work() -> None:
        record()
        found = own_record()
        assert (found is None) if refusal else (found is not None and found.env == 4711)

    on_a_thread(work)
    assert asked == [ctypes.addressof(vm)]
