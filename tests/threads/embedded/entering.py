"""What the tests of the interpreter's lock have run: ways into Java with the lock held."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from pemja import findClass

Made = findClass("probe.Entered$Made")


def nothing(_: Any) -> None:
    """Take something."""


def shown(it: Any) -> list[Any]:
    """The own thread, then what a Java object says of itself."""
    return [threading.get_ident(), str(it)]


def shown_on_thread(it: Any) -> list[Any]:
    """The same on a thread of Python's own."""
    return list(on_thread(shown, it))


def entered(way: str, it: Any, answers: Any) -> list[Any]:
    """The own thread, then where the call backs ran that entering ``it`` has led to."""
    answers.taken()  # those to the bridge, which has looked into what it was to hand over
    WAYS[way](it)
    return [threading.get_ident(), *answers.taken()]


def entered_on_thread(way: str, it: Any, answers: Any) -> list[Any]:
    """The same on a thread of Python's own; an error there is an error here."""
    return list(on_thread(entered, way, it, answers))


def on_thread(function: Callable[..., Any], *arguments: Any) -> Any:
    """Run a function on a thread of Python's own."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(function, *arguments).result()


def entered_often(way: str, it: Any, threads: int, times: int) -> int:
    """Enter ``it`` from many threads at once; how many of these came back."""

    def work() -> int:
        for _ in range(times):
            WAYS[way](it)
        return times

    with ThreadPoolExecutor(threads) as pool:
        return sum(call.result() for call in [pool.submit(work) for _ in range(threads)])


def look_at_error(holder: Any) -> None:
    """Have Java throw."""
    try:
        holder.fail()
    except RuntimeError:
        return
    raise AssertionError("nothing was thrown")


WAYS: dict[str, Callable[[Any], object]] = {
    "constructor": Made,
    "class": findClass,
    "str": str,
    "loop": list,
    "len": len,
    "in": lambda it: 1 in it,
    "walk": list,
    "list": lambda holder: list(holder.list()),
    "map": lambda holder: list(holder.map().values()),
    "field": lambda holder: list(holder.listed),
    "error": look_at_error,
    "key": lambda holder: holder.take({holder.key: 1, holder.otherKey: 2}),
    "method": lambda answers: answers.ask(),
}
