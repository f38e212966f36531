"""Tells Java what an action waits for, so that its operator can rest meanwhile (B11, C1).

Flink Agents asks a waiting action again and again: ``call_python_awaitable`` sends ``None`` into
its coroutine, which yields as long as a future is not done. Here that answer carries a number: the
same one as long as the action waits for the same thing, positive if Java will be told the end.
"""

from __future__ import annotations

import gc
import itertools
import weakref
from collections.abc import Callable
from concurrent.futures import Future
from functools import cache, wraps
from types import CellType, FrameType, ModuleType
from typing import Any, NamedTuple

_JAVA = "io.github.flinkagentsbridge.agents.OpenAwaits"

_numbers = itertools.count(1)
# Of the coroutines of actions; written and read on mailbox threads.
_waits: weakref.WeakKeyDictionary[Any, _Wait] = weakref.WeakKeyDictionary()


class _Wait:
    """What one action waits for, since it does. Keeps none of it alive."""

    def __init__(self, place: _Place) -> None:
        self.place = place
        number = next(_numbers)
        self.number = number if place.futures else -number
        self._told = False

    def tell_its_end(self) -> None:
        """Once: have Java told when the first of the futures is done.

        Not when the wait begins: Java does not know its number before it has been answered with
        it, and what is done by the next step costs no call then.
        """
        if not self._told:
            self._told = True
            number, ended = self.number, _java_ended()
            for future in filter(None, (reference() for reference in self.place.futures)):
                future.add_done_callback(lambda _: ended(number))


def number_waits(module: ModuleType) -> None:
    """Has ``call_python_awaitable`` answer with the number of what is waited for."""
    released: Callable[[Any], tuple[bool, Any]] = module.call_python_awaitable

    @wraps(released)
    def call_python_awaitable(awaitable: Any) -> tuple[bool, Any]:
        ended, value = released(awaitable)
        if ended or not _can_be_known(awaitable):
            return ended, value
        return ended, number_of(awaitable)

    module.call_python_awaitable = call_python_awaitable  # type: ignore[attr-defined]


def number_of(awaitable: Any) -> int:
    """The number of what the awaitable of an action has just begun, or goes on, to wait for."""
    place = _place(awaitable)
    wait = _waits.get(awaitable)
    if wait is None or wait.place != place:
        wait = _waits[awaitable] = _Wait(place)
    else:
        wait.tell_its_end()
    return wait.number


def _can_be_known(awaitable: Any) -> bool:
    """Whether there can be weak references to it; else it is asked again at once, as released."""
    return getattr(type(awaitable), "__weakrefoffset__", 0) != 0


class _Place(NamedTuple):
    """Where an action waits: another one whenever it has gone on in between."""

    inner: Any  # the innermost thing that is awaited
    position: int  # in its code
    futures: tuple[weakref.ref[Future[Any]], ...]  # of its variables, those that are not done


def _place(awaitable: Any) -> _Place:
    inner = awaitable
    while (deeper := _awaited_by(inner)) is not None:
        inner = deeper
    frame = getattr(inner, "gi_frame", None) or getattr(inner, "cr_frame", None)
    futures = [] if frame is None else [one for one in _futures(inner, frame) if not one.done()]
    position = -1 if frame is None else frame.f_lasti
    return _Place(_reference(inner), position, tuple(map(weakref.ref, futures)))


def _futures(inner: Any, frame: FrameType) -> list[Future[Any]]:
    """Those that its variables hold, each once.

    Not read through ``f_locals``: before Python 3.13 that leaves a dictionary in the frame, which
    holds what a variable has dropped until somebody looks again. Python 3.10 has the variables in
    the frame, newer ones in the coroutine; those that a closure shares are in cells.
    """
    values = gc.get_referents(inner, frame)
    values += gc.get_referents(*(value for value in values if isinstance(value, CellType)))
    return list({id(value): value for value in values if isinstance(value, Future)}.values())


def _awaited_by(waiting: Any) -> Any:
    return getattr(waiting, "cr_await", None) or getattr(waiting, "gi_yieldfrom", None)


def _reference(inner: Any) -> Any:
    """References to one object are equal as long as it lives; those to dead ones never are."""
    try:
        return weakref.ref(inner)
    except TypeError:
        return id(inner)


@cache
def _java_ended() -> Callable[[int], None]:
    from pemja import findClass

    ended: Callable[[int], None] = findClass(_JAVA).ended
    return ended
