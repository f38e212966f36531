"""What the hazards' scenarios have run inside the embedded interpreters.

Called by the module's name, since plain names in turn are a hazard of their own (N1).
"""

import logging
import sys
import threading
import uuid
from collections.abc import Callable, Iterator
from typing import Any

from pemja import findClass
from thread_probes import on_thread_of_c


class Dropped:
    """Counts how many of its kind live."""

    alive = 0

    def __init__(self) -> None:
        Dropped.alive += 1

    def __del__(self) -> None:
        Dropped.alive -= 1


class Thing:
    """For Java's hands."""

    def __init__(self) -> None:
        self.ballast = bytes(500)

    def look(self, it: Any) -> None:
        """Call back while this method runs."""
        it.look()


thing = Thing()
many: list[Thing] = []


def make() -> Thing:
    """A new one."""
    return Thing()


def dropped() -> Dropped:
    """A new one that is counted."""
    return Dropped()


def alive() -> int:
    """How many of those there are."""
    return Dropped.alive


def one_of_many() -> Thing:
    """A new one that Python keeps, too."""
    many.append(Thing())
    return many[-1]


def total_of_many() -> int:
    """Use all of them, with their memory given to others if it was free."""
    others = [Thing() for _ in many]
    return sum(len(each.ballast) for each in [*many, *others])


def kept() -> Thing:
    """The one whose references are counted."""
    return thing


def references() -> int:
    """How many."""
    return sys.getrefcount(thing)


def several() -> list[Any]:
    """It, in collections."""
    return [thing, (thing,), {"k": thing, "l": [thing]}]


def steps() -> Iterator[Thing]:
    """It, from an iterator."""
    yield thing


def holder() -> Any:
    """It, as an attribute."""
    made = Thing()
    made.held = thing  # type: ignore[attr-defined]
    return made


def back(it: Any, **more: Any) -> Any:
    """What was given."""
    assert all(each is thing for each in (it, *more.values()))
    return it


def hand_over(witness: Any) -> None:
    """It, as the argument of a Java method."""
    witness.keep(thing)


def on_thread(work: Callable[[], object]) -> str:
    """What it returned on a thread of Python's own, or the error that it ended in, as text."""
    told: list[str] = []

    def run() -> None:
        try:
            told.append(str(work() or ""))
        except Exception as error:  # noqa: BLE001 - it is told
            told.append(f"{type(error).__name__}: {error}")

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    return told[0]


def ident(_: Any) -> int:
    """The thread that this runs on."""
    return threading.get_ident()


def entered(way: str, it: Any) -> list[int]:
    """The own thread, and the one that the call back from Java has run on."""
    ways: dict[str, Callable[[], Any]] = {
        "constructor": lambda: findClass("probe.CallsBack$Made")(it).thread(),
        "str": lambda: str(it),
        "loop": lambda: next(iter(it)),
    }
    return [threading.get_ident(), int(ways[way]())]


def loader(it: Any) -> str:
    """The context class loader of the thread that this runs on."""
    told: str = it.loader()
    return told


def loader_on_thread(it: Any) -> str:
    """That of a thread of Python's own."""
    return on_thread(lambda: loader(it))


def loader_through_java(it: Any) -> str:
    """That of a call into Python which a thread of Python's own leads to."""
    return on_thread(lambda: it.ask("hazard_probes.loader"))


def log_on_thread(line: str) -> str:
    """Write a line of the log; empty if it could."""
    return on_thread(lambda: logging.getLogger("probes").error(line))


def _thrown(it: Any) -> str:
    try:
        return str(it.fail())
    except RuntimeError as error:
        return str(error.args[0].toString())  # the Java exception


def thrown_on_thread(it: Any) -> str:
    """Have a Java method throw; what that is here."""
    return on_thread(lambda: _thrown(it))


def thrown_on_thread_of_c(it: Any) -> str:
    """The same on a thread that Python's modules know nothing of."""
    told: list[str] = []
    on_thread_of_c(lambda: told.append(_thrown(it)))
    return told[0]


def hand_over_on_thread(witness: Any, number: int) -> str:
    """Give a UUID to Java; empty if it could."""
    return on_thread(lambda: witness.keep(uuid.UUID(int=number)))


def text(value: Any) -> str:
    """As Python sees it."""
    return repr(value)
