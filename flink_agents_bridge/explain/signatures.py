"""The data that crashes are told by: ``signatures.yaml`` and ``hazards.yaml``."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Literal

from ruamel.yaml import YAML

Sure = Literal["certain", "likely", "possible"]
PATTERNS = ("message", "function", "frame")  # conditions that are regular expressions
AT_LEAST = ("company", "pythons")  # those that are numbers to be reached
EQUAL = ("signal", "library", "entry", "thread", "inside", "pemja", "python", "agents", "address")
FACTS = (*PATTERNS, *AT_LEAST, *EQUAL, "bridge")


@dataclass(frozen=True)
class Hazard:
    """A row of docs/hazards.md; ``cured`` tells whether the bridge prevents it."""

    name: str
    fault: str
    cure: str
    cured: bool = True
    advice: str = ""

    @property
    def row(self) -> str:
        """Its id, as T1."""
        return self.name.partition(" ")[0]

    @property
    def title(self) -> str:
        """Its name without the id."""
        return self.name.partition(" ")[2]


@dataclass(frozen=True)
class Signature:
    """What one kind of crash looks like; without hazards it is none of ours, or not known."""

    name: str
    when: Mapping[str, Any]
    sure: Sure
    why: str
    hazards: tuple[Hazard, ...] = ()
    instead: tuple[Hazard, ...] = ()
    advice: str = ""


@cache
def hazards() -> Mapping[str, Hazard]:
    """All hazards that end a JVM, by name."""
    return {name: Hazard(name, **told) for name, told in _read("hazards")["hazards"].items()}


@cache
def signatures() -> tuple[Signature, ...]:
    """All signatures, in the order in which they are tried."""
    return tuple(_signature(entry) for entry in _read("signatures")["signatures"])


@cache
def patterns(kind: str) -> Mapping[str, re.Pattern[str]]:
    """Named regular expressions: of ``libraries``, ``entries``, ``threads`` or the ``bridge``."""
    return {name: re.compile(text) for name, text in _read("signatures")[kind].items()}


def _signature(entry: Mapping[str, Any]) -> Signature:
    when = {
        name: re.compile(value) if name in PATTERNS else value
        for name, value in entry["when"].items()
    }
    unknown = set(when) - set(FACTS)
    if unknown:
        raise ValueError(f"{entry['name']}: no such condition: {', '.join(sorted(unknown))}")
    named = {
        kind: tuple(hazards()[name] for name in entry.get(kind, ()))
        for kind in ("hazards", "instead")
    }
    return Signature(**{**entry, **named, "when": when})


@cache
def _read(name: str) -> Mapping[str, Any]:
    text = files(__package__).joinpath(f"{name}.yaml").read_text(encoding="utf-8")
    data: Mapping[str, Any] = YAML(typ="safe", pure=True).load(text)
    return data
