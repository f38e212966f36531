"""What the tests of values have run inside the embedded interpreters."""

from __future__ import annotations

import datetime as dt
import enum
import sys
import uuid
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from typing import Any

MOST_SHOWN = 100


def show(value: Any) -> str:
    """A value with its type, told so that two equal texts are two equal values."""
    kind = type(value).__name__
    if kind in ("list", "tuple", "PyJCollection", "PyJIterator"):
        shown = [show(item) for item in value]
        return f"{kind} [{', '.join(shown[:5])}]" + (f" of {len(shown)}" if len(shown) > 5 else "")
    if kind == "dict":
        pairs = (f"{show(key)}: {show(item)}" for key, item in value.items())
        return f"dict {{{', '.join(pairs)}}}"
    if kind == "PyJObject":
        return f"Java {value}"
    text = ascii(value)
    return f"{kind} {text}" if len(text) < MOST_SHOWN else f"{kind} of {len(text)}"


class Colour(str, enum.Enum):
    RED = "red"


class Loud(str):
    def __str__(self) -> str:
        raise ValueError("no text")


class Plain:
    pass


def nested(depth: int) -> list[Any]:
    value: list[Any] = []
    for _ in range(depth - 1):
        value = [value]
    return value


def endless() -> list[Any]:
    value: list[Any] = []
    value.append({"self": value})
    return value


VALUES: dict[str, Any] = {
    "None": None,
    "bool": True,
    "int": -(2**63),
    "int_63": 2**63,
    "int_in_list": [1, 10**30],
    "int_in_tuple": (1, [-(2**63) - 1]),
    "int_as_value": {"a": {"b": 2**64}},
    "int_as_key": {2**64: 1},
    "int_enum": enum.IntEnum("Number", {"ONE": 1}).ONE,  # type: ignore[attr-defined]
    "float": -0.0,
    "nan": float("nan"),
    "complex": 1j,
    "str": "a\0\u00e4\u4e2d\U0001f600",
    "str_mark": "\ufeffa",
    "str_reversed_mark": "\ufffea",
    "str_huge": "x" * 5_000_000,
    "str_surrogate": "\ud800",
    "str_surrogate_and_emoji": "\ud800\U0001f600",
    "str_surrogate_as_key": {"\udfff": 1},
    "str_enum": Colour.RED,
    "str_subclass_that_raises": Loud("x"),
    "bytes": b"\0\xff",
    "bytearray": bytearray(b"a"),
    "list": [1, "a", None],
    "list_of_100000": [1] * 100_000,
    "list_of_lists": [[], [[1.5]]],
    "list_that_holds_itself": endless(),
    "list_shared": [shared := [1], shared],
    "list_999_deep": nested(999),
    "list_1001_deep": nested(1001),
    "list_100000_deep": nested(100_000),
    "tuple": (1, (2,)),
    "set": {1},
    "dict": {"a": 1, 2: "b", None: 1.5, (1,): b"x"},
    "Decimal": Decimal("1.50"),
    "Decimal_nan": Decimal("NaN"),
    "Decimal_infinite": [Decimal("Infinity")],
    "Decimal_huge_exponent": [Decimal("1E+3000000000")],
    "Fraction": Fraction(1, 3),
    "date": dt.date(1, 1, 1),
    "time": dt.time(1, 2, 3, 4005),
    "datetime": dt.datetime(9999, 12, 31, 23, 59, 59, 999999),
    "timedelta": dt.timedelta(1),
    "uuid": uuid.UUID(int=1),
    "object": Plain(),
    "class": Plain,
    "function": show,
    "module": sys,
}
held: Any = None


def give(name: str, _: Any = None) -> Any:
    return VALUES[name]


class Box:
    """Whose attributes are the values, and whose methods give them."""

    def give(self, name: str, _: Any = None) -> Any:
        return VALUES[name]

    def __getattr__(self, name: str) -> Any:
        return VALUES[name.removeprefix("value_")]

    def iterate(self, name: str) -> Iterator[Any]:
        yield VALUES[name]


box = Box()
