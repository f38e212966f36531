"""What the tests have run inside the embedded interpreters."""

import ctypes
import sys
import threading
import time
from typing import Any

meeting = threading.Barrier(2)
door = threading.Event()
arrived = threading.Semaphore(0)


def where(witness: Any) -> list[Any]:
    """The thread that Python runs on: as Python knows it, as the system does, as Java does."""
    return [threading.get_ident(), threading.get_native_id(), witness.thread()]


def deep(depth: int) -> int:
    """Let go of the interpreter's lock inside a stack of frames, then count them."""
    if depth == 0:
        time.sleep(0.0005)  # load: nobody waits for it, but others may enter meanwhile (T1)
        return 0
    return 1 + deep(depth - 1)


class Diver:
    """An object whose method does the same."""

    def __init__(self, depth: int) -> None:
        self.depth = depth

    def dive(self) -> int:
        """As ``deep``."""
        return deep(self.depth)

    def add(self, number: int) -> int:
        """A quick one."""
        return self.depth + number


def make(depth: int) -> Diver:
    """A handle for Java."""
    return Diver(depth)


def count_to(number: int) -> Any:
    """An iterator for Java."""
    yield from range(1, number + 1)


def nothing() -> str:
    """Takes no argument."""
    return "nothing given"


def boom(text: str) -> None:
    """Fail."""
    raise ValueError(text)


def meet(_: Any) -> int:
    """Come back only when another call is inside too."""
    return meeting.wait(timeout=30)


def reenter(witness: Any) -> list[Any]:
    """Where this runs, and where a call from Java code called from here does."""
    return [where(witness), list(witness.ask("where"))]


def fan_out(witness: Any) -> list[list[Any]]:
    """Call back from 4 threads of Python's own, 20 times each, while this one stays busy."""
    seen: list[list[Any]] = []

    def work() -> None:
        seen.extend([threading.get_ident(), *witness.ask("where_deep")] for _ in range(20))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        deep(30)
    return seen


def where_deep(witness: Any) -> list[Any]:
    """As ``where``, after a while among frames."""
    deep(30)
    return where(witness)


def keep_from_thread(witness: Any, depth: int) -> None:
    """Hand an object to Java on a thread of Python's own."""
    thread = threading.Thread(target=lambda: witness.keep(Diver(depth)))
    thread.start()
    thread.join()


def ensure_inside(number: int) -> int:
    """Have C code that holds the interpreter's lock ask for it again (``PyGILState_Ensure``)."""
    add = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int)(lambda given: given + 1)
    held = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_int)
    total: int = held(ctypes.cast(add, ctypes.c_void_p).value or 0)(number)
    return total


def search_paths() -> list[str]:
    """Python's own."""
    return list(sys.path)


def wait_at_door() -> bool:
    """Stay inside until ``open_door``."""
    arrived.release()
    return door.wait(timeout=30)


def open_door(visitors: int) -> None:
    """Let them through once all are there."""
    for _ in range(visitors):
        assert arrived.acquire(timeout=30)
    door.set()


def stay(witness: Any) -> list[Any]:
    """Stay inside until ``open_door``, then call back: here, and on a thread of Python's own."""
    arrived.release()
    assert door.wait(timeout=30)
    told: list[Any] = [witness.ask("where")]

    def call_back() -> None:
        try:
            told.append(witness.ask("where"))
        except RuntimeError as error:
            told.append(error.args[0].toString())  # the Java exception

    thread = threading.Thread(target=call_back)
    thread.start()
    thread.join()
    return told


def wait_for_arrival() -> None:
    """Come back once somebody is inside."""
    assert arrived.acquire(timeout=30)


def bridge_modules() -> list[list[str]]:
    """Which of the bridge's imports each living interpreter has in its own globals."""
    from flink_agents_bridge.embedded import names

    own = names._interpreters.values()
    return [[space["__bridge__"].__name__, space["logger"].__name__] for space in own]
