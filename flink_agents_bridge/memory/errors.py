"""The one error of this package, and what it lists."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import NamedTuple

from flink_agents_bridge.memory.limits import MAX_OFFENCES


class Offence(NamedTuple):
    """One thing in a value that memory cannot take (R20)."""

    path: str
    """Where: ``$`` is the value itself, ``$.a[3]["k 1"]`` a part of it."""
    expected: str
    found: str
    """The type, with its module."""
    shown: str
    """A bounded form of the value."""
    remedy: str
    """What to do; a conversion speaks of the offender as ``value``."""

    def __str__(self) -> str:
        named = self.shown.removeprefix("<").startswith(self.found)
        found = self.shown.strip("<>") if named else f"{self.found} {self.shown}"
        return f"{self.path}: expected {self.expected}; found {found}; {self.remedy}"


class MemoryValueError(TypeError, ValueError):
    """A value is not what Flink memory can hold, or not what it is to be read as (R20).

    It is a ``TypeError``, which callers of Flink Agents 0.3 expect of its own check, and a
    ``ValueError``, since ``2**63`` or a lone surrogate are of the right type.
    """

    def __init__(self, attempt: str, offences: tuple[Offence, ...], more: bool = False) -> None:
        super().__init__(attempt, offences, more)
        self.attempt = attempt
        """What could not be done; it names the memory path or the type asked for."""
        self.offences = offences
        """At most ten, in the order of the value."""
        self.more = more
        """Whether there are offences beyond those listed."""

    @classmethod
    def of(cls, attempt: str, offences: Iterable[Offence]) -> MemoryValueError:
        """Make an error of the first ten ``offences``; the rest is not looked at."""
        found = tuple(islice(offences, MAX_OFFENCES + 1))
        return cls(attempt, found[:MAX_OFFENCES], more=len(found) > MAX_OFFENCES)

    def __str__(self) -> str:
        lines = [f"{self.attempt}:", *map(str, self.offences)]
        return "\n  ".join([*lines, "... and more"] if self.more else lines)
