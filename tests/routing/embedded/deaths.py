"""Threads of Python's own that end while, or because, they call Java code."""

import ctypes
import threading
from collections.abc import Callable
from typing import Any

told: list[str] = []


def fail(_: Any) -> None:
    """The failure that goes back through Java code to the thread that called it."""
    raise ValueError("chosen")


def _start(body: Callable[[], object], name: str = "dying", *, daemon: bool = False) -> Any:
    thread = threading.Thread(target=body, name=name, daemon=daemon)
    thread.start()
    return thread


def die_of_what_java_throws(witness: Any, count: int) -> list[str]:
    """So many threads, each of which a Java call ends; what ended them."""
    ends: list[str] = []
    kept = threading.excepthook
    threading.excepthook = lambda end: ends.append(str(end.exc_type.__name__))
    try:
        for _ in range(count):
            _start(lambda: witness.ask("fail")).join()
    finally:
        threading.excepthook = kept
    return ends


def ask_in_the_background(witness: Any) -> None:
    """A daemon thread that calls back, stays inside, and then calls once more."""

    def body() -> None:
        told.append(witness.ask("stay"))
        told.append(witness.ask("stay"))

    _start(body, "background", daemon=True)


def end_in_the_middle(_: Any) -> bool:
    """Have the daemon thread end as soon as it is back from its call."""
    [thread] = [each for each in threading.enumerate() if each.name == "background"]
    end = ctypes.py_object(SystemExit)
    return bool(ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread.ident or 0), end))


def is_gone() -> bool:
    """Whether it has ended."""
    return all(each.name != "background" for each in threading.enumerate())


def what_it_told() -> list[str]:
    """What has come of its calls so far."""
    return told
