"""What a look at Python's frames leaves behind."""

import threading
import weakref
from collections.abc import Callable
from typing import Any

from flink_agents_bridge.embedded import frames
from tests.bridge.calls import until


class Dropped:
    """An object of the user's."""


def hold_and_drop(told: Callable[[Any], None], first: Any, second: Any, gone: Any) -> None:
    """Wait in C code, so that this frame is the innermost one, before and after it is dropped."""
    held: Any = Dropped()
    told(weakref.ref(held))
    first.acquire()
    held = None
    gone.release()
    second.acquire()


def test_a_look_keeps_no_object_alive() -> None:
    """B3: what a function drops while it goes on is gone at once, although it was looked at."""
    first, second, gone = (threading.Lock() for _ in range(3))
    for lock in (first, second, gone):
        lock.acquire()
    told: list[Any] = []
    here = threading.Thread(target=hold_and_drop, args=(told.append, first, second, gone))
    here.start()
    try:
        until(lambda: bool(told))
        until(lambda: any("hold_and_drop" in str(row[3]) for row in frames.sample()))
        first.release()
        assert gone.acquire(timeout=10)
        assert told[0]() is None
    finally:
        second.release()
        here.join(10)
