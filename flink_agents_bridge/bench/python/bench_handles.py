"""Objects that Java holds and drops, of three kinds."""

from __future__ import annotations

import time
from collections.abc import Callable

_alive: list[int] = []  # some may be given back on another thread at the same time


class Made:
    """Counts itself."""

    def __init__(self) -> None:
        _alive.append(1)

    def __del__(self) -> None:
        _alive.pop()


KINDS: dict[str, Callable[[object], object]] = {
    "plain": lambda _: object(),
    "counted": lambda _: Made(),
    "generator": lambda _: (each for each in ""),
}
make = KINDS["plain"]


def choose(kind: str) -> None:
    """Make objects of a kind from now on."""
    global make
    make = KINDS[kind]


def nothing(_: object) -> None:
    """A call that makes nothing."""


def alive(_: object) -> int:
    """How many of those that count themselves are left."""
    return len(_alive)


def end(size: int) -> int:
    """Nanoseconds that Python takes to end as many objects of its own."""
    kept = [make(1) for _ in range(size)]
    begin = time.perf_counter_ns()
    kept.clear()
    return time.perf_counter_ns() - begin
