"""One example and more for each row of the catalogue: what is written, stored and read back.

The tests and the table of ``docs/memory-contract.md`` are both made of them.
"""

from __future__ import annotations

import collections
import dataclasses
import datetime as dt
import decimal
import enum
import fractions
import ipaddress
import pathlib
import types
import typing
import uuid
from zoneinfo import ZoneInfo

import attrs
import numpy as np
import pandas as pd  # type: ignore[import-untyped]  # its stubs are a package of their own
import pydantic


class Colour(str, enum.Enum):
    """A str and an enum: memory would silently take it for another string (V6)."""

    RED = "red"


class Level(enum.IntEnum):
    """An int and an enum (V5)."""

    HIGH = 3


class Access(enum.Flag):
    """Members that combine."""

    READ = 1
    WRITE = 2


class Order(pydantic.BaseModel):
    """A model with an alias and a UUID, strict on top."""

    model_config = pydantic.ConfigDict(strict=True)
    id: uuid.UUID
    total: decimal.Decimal = pydantic.Field(alias="sum")


@dataclasses.dataclass(frozen=True)
class Visit:
    """A dataclass with a field that its constructor does not take."""

    page: uuid.UUID
    at: dt.datetime | None = None
    seen: int = dataclasses.field(default=0, init=False)


@attrs.frozen
class Point:
    """An attrs class with a private field, whose argument has another name."""

    x: float
    _tags: tuple[str, ...] = ()


class Pair(typing.NamedTuple):
    """A named tuple."""

    left: uuid.UUID
    right: int


class Text(str):
    """A plain subclass."""

    __slots__ = ()


class Number(int):
    """A plain subclass."""


class Ratio(float):
    """A plain subclass."""


class Blob(bytes):
    """A plain subclass."""


class Names(list[str]):
    """A plain subclass."""


NAMESPACE: dict[str, typing.Any] = {**globals()}


class Example(typing.NamedTuple):
    """One line of the table."""

    row: str
    """The name of the catalogue's row."""
    source: str
    """An expression in this module's names."""
    stored: object
    as_type: str
    """What to read it as, an expression too; empty where it does not come back."""

    @property
    def value(self) -> typing.Any:
        """A new value of ``source``."""
        return eval(self.source, NAMESPACE)  # noqa: S307 - the sources stand above

    @property
    def read_as(self) -> typing.Any:
        """The type of ``as_type``."""
        return eval(self.as_type, NAMESPACE)  # noqa: S307 - the sources stand above


_ID = "00000000-0000-0000-0000-000000000001"
_UUID = "uuid.UUID(int=1)"

EXAMPLES = (
    Example("enum member", "Colour.RED", "red", "Colour"),
    Example("enum member", "Level.HIGH", 3, "Level"),
    Example("enum member", "Access.READ | Access.WRITE", 3, "Access"),
    Example("Pydantic model", f"Order(id={_UUID}, sum=decimal.Decimal('1.50'))",
            {"id": _ID, "total": "1.50"}, "Order"),
    Example("dataclass", f"Visit({_UUID})", {"page": _ID, "at": None, "seen": 0}, "Visit"),
    Example("attrs class", "Point(1.5, ('a',))", {"x": 1.5, "_tags": ["a"]}, "Point"),
    Example("named tuple", f"Pair({_UUID}, 2)", {"left": _ID, "right": 2}, "Pair"),
    Example("numpy datetime64", "np.datetime64('2024-01-02T03:04:05.000000006')",
            "2024-01-02T03:04:05.000000006", "np.datetime64"),
    Example("numpy timedelta64", "np.timedelta64(5, 'D')", [5, "<m8[D]"], "np.timedelta64"),
    Example("numpy complex", "np.complex64(1 + 2j)", [1.0, 2.0], "np.complex64"),
    Example("numpy scalar", "np.int64(7)", 7, "np.int64"),
    Example("numpy scalar", "np.float32(0.5)", 0.5, "np.float32"),
    Example("numpy scalar", "np.bool_(True)", True, "np.bool_"),
    Example("numpy scalar", "np.str_('a')", "a", "np.str_"),
    Example("numpy array", "np.array([[1, 2], [3, 4]])", [[1, 2], [3, 4]], "np.ndarray"),
    Example("pandas NaT", "pd.NaT", None, ""),
    Example("pandas NA", "pd.NA", None, ""),
    Example("pandas Timestamp", "pd.Timestamp('2024-07-01T12:00:00.000000001', tz='Europe/Berlin')",
            "2024-07-01T12:00:00.000000001+02:00[Europe/Berlin]", "pd.Timestamp"),
    Example("pandas Timedelta", "pd.Timedelta(1, 'ns')", "P0DT0H0M0.000000001S", "pd.Timedelta"),
    Example("datetime",
            "dt.datetime(2024, 10, 27, 2, 30, fold=1, tzinfo=ZoneInfo('Europe/Berlin'))",
            "2024-10-27T02:30:00+01:00[Europe/Berlin]", "dt.datetime"),
    Example("datetime", "dt.datetime(2024, 1, 2, tzinfo=dt.timezone.utc)",
            "2024-01-02T00:00:00+00:00", "dt.datetime"),
    Example("date", "dt.date(2024, 1, 2)", "2024-01-02", "dt.date"),
    Example("time", "dt.time(3, 4, 5, 6, tzinfo=ZoneInfo('Europe/Berlin'))",
            "03:04:05.000006[Europe/Berlin]", "dt.time"),
    Example("timedelta", "dt.timedelta(days=1, microseconds=5)", "PT86400.000005S",
            "dt.timedelta"),
    Example("time zone", "ZoneInfo('Europe/Berlin')", "Europe/Berlin", "ZoneInfo"),
    Example("UUID", _UUID, _ID, "uuid.UUID"),
    Example("Decimal", "decimal.Decimal('-0.10')", "-0.10", "decimal.Decimal"),
    Example("Fraction", "fractions.Fraction(1, 3)", "1/3", "fractions.Fraction"),
    Example("path", "pathlib.PurePosixPath('a/b')", "a/b", "pathlib.PurePosixPath"),
    Example("IP address or network", "ipaddress.ip_address('10.0.0.1')", "10.0.0.1",
            "ipaddress.IPv4Address"),
    Example("complex", "1 + 2j", [1.0, 2.0], "complex"),
    Example("bytearray", "bytearray(b'a')", b"a", "bytearray"),
    Example("memoryview", "memoryview(b'a')", b"a", "memoryview"),
    Example("tuple", f"({_UUID}, 1)", [_ID, 1], "tuple[uuid.UUID, int]"),
    Example("set", f"{{{_UUID}}}", [_ID], "set[uuid.UUID]"),
    Example("frozenset", "frozenset({1})", [1], "frozenset[int]"),
    Example("deque", "collections.deque([1])", [1], "collections.deque[int]"),
    Example("range", "range(3)", [0, 1, 2], "list[int]"),
    Example("defaultdict", "collections.defaultdict(int, a=1)", {"a": 1},
            "collections.defaultdict[str, int]"),
    Example("OrderedDict", "collections.OrderedDict(a=1)", {"a": 1},
            "collections.OrderedDict[str, int]"),
    Example("other mapping", "collections.Counter(a=1)", {"a": 1}, "collections.Counter[str]"),
    Example("other mapping", "types.MappingProxyType({'a': 1})", {"a": 1},
            "types.MappingProxyType[str, int]"),
    Example("UserString", "collections.UserString('a')", "a", "collections.UserString"),
    Example("other sequence", "Names(['a'])", ["a"], "Names"),
    Example("other sequence", "collections.UserList([1])", [1], "collections.UserList"),
    Example("str subclass", "Text('a')", "a", "Text"),
    Example("int subclass", "Number(5)", 5, "Number"),
    Example("float subclass", "Ratio(0.5)", 0.5, "Ratio"),
    Example("bytes subclass", "Blob(b'a')", b"a", "Blob"),
)  # fmt: skip

_USED_BY_SOURCES = (collections, fractions, ipaddress, pathlib, types, np, pd, ZoneInfo)
