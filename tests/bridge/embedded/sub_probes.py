"""What the tests have run inside sub-interpreters, and inside primaries beside them."""

import threading
from typing import Any

from probes import boom, deep, ensure_inside, nothing  # type: ignore[import-not-found]

__all__ = ["Native", "ask", "boom", "deep", "ensure_inside", "here", "make", "nest", "nothing"]

kept: list[Any] = []


def here() -> int:
    """The interpreter whose thread state is entered, by CPython's own number; 0 is the main one."""
    import _xxsubinterpreters  # type: ignore[import-not-found]

    return int(_xxsubinterpreters.get_current())


class Native:
    """An object that knows where it was made and tells where it is used."""

    alive = 0

    def __init__(self) -> None:
        Native.alive += 1
        self.made = here()

    def __del__(self) -> None:
        Native.alive -= 1

    def used(self) -> list[int]:
        """Where it was made and where this runs."""
        deep(10)
        return [self.made, here()]

    def nest(self, bearer: Any) -> list[Any]:
        """The same of another object, from within this one's method."""
        return [self.used(), list(bearer.ask("used")), self.used()]


def make() -> Native:
    """A handle for Java."""
    return Native()


def alive() -> int:
    """How many there are in this interpreter."""
    return Native.alive


def ask(bearer: Any) -> list[Any]:
    """Where this runs, where a foreign object's method does, and where this goes on."""
    return [here(), list(bearer.ask("used")), here()]


def nest(witness: Any) -> list[Any]:
    """Where this runs, where a function of another interpreter does, and where this goes on."""
    return [here(), witness.ask("seen"), here()]


def seen(_: Any) -> int:
    """Where this runs."""
    return here()


def on_a_thread(witness: Any) -> list[str]:
    """What a call from a thread of this interpreter's own comes to."""
    told: list[str] = []

    def work() -> None:
        try:
            told.append(str(witness.ask("seen")))
        except RuntimeError as error:
            told.append(str(error.args[0].toString()))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    return told
