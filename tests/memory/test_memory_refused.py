"""Kinds of values that memory refuses, one by one, each with what its message must name."""

from __future__ import annotations

import array
import asyncio
import collections
import concurrent.futures
import contextvars
import dataclasses
import datetime as dt
import decimal
import enum
import functools
import io
import itertools
import logging
import pathlib
import queue
import random
import re
import threading
import types
import typing
import uuid
import weakref

import numpy as np
import pandas as pd  # type: ignore[import-untyped]  # its stubs are a package of their own
import pytest

from flink_agents_bridge.memory import MemoryValueError, is_memory_value, validate_memory_value
from tests.memory import examples


class Plain:
    """A class of one's own."""


class Hostile:
    """Every question to it is an error."""

    def _no(self, *_: object) -> typing.NoReturn:
        raise AssertionError("the check ran code of the value")

    __repr__ = __str__ = __len__ = __iter__ = __bool__ = __hash__ = __eq__ = _no
    __getattribute__ = _no


class HostileMeta(type):
    """A metaclass that forbids hashing and comparing its classes, and lies about names."""

    __hash__ = None  # type: ignore[assignment]

    def __eq__(cls, other: object) -> bool:
        raise AssertionError("the check compared classes")

    def __getattribute__(cls, name: str) -> typing.NoReturn:
        raise AssertionError(f"the check asked the metaclass for {name}")


class OfHostileMeta(metaclass=HostileMeta):
    """A class whose class is hostile."""


class PosesAsStr:
    """Says that it is a str."""

    __class__ = str  # type: ignore[assignment]


class HostileZone(dt.tzinfo):
    """A zone that cannot be shown."""

    def __repr__(self) -> typing.NoReturn:
        raise AssertionError("the check ran code of the value")

    def utcoffset(self, _moment: dt.datetime | None) -> dt.timedelta:
        return dt.timedelta(0)

    dst = utcoffset

    def tzname(self, _moment: dt.datetime | None) -> str:
        return "hostile"


class HostileDict(dict[str, int]):
    """A dict that cannot be iterated."""

    def __iter__(self) -> typing.NoReturn:
        raise AssertionError("the check ran code of the value")

    keys = values = items = __iter__


def _generator() -> typing.Iterator[int]:
    yield 1


@dataclasses.dataclass
class _Data:
    x: int = 1


class Flag(enum.IntFlag):
    """An int again."""

    A = 1


REFUSED: dict[str, tuple[typing.Callable[[], object], str]] = {
    **{
        example.source: (functools.partial(getattr, example, "value"), "")
        for example in examples.EXAMPLES
    },
    "2**63": (lambda: 2**63, "int"),
    "-2**63 - 1": (lambda: -(2**63) - 1, "int"),
    "10**5000": (lambda: 10**5000, "int of 16610 bits"),
    "lone surrogate": (lambda: "a\ud800b", "'a\\ud800b'"),
    "low surrogate": (lambda: "\udfff", "str"),
    "byte order mark in front": (lambda: "\ufeffa", "str"),
    "reversed byte order mark": (lambda: "\ufffea", "str"),
    "surrogate pair as two": (lambda: "\ud83d\ude00", "str"),
    "object": (object, "object"),
    "own class": (Plain, "Plain"),
    "hostile object": (Hostile, "Hostile"),
    "hostile metaclass": (OfHostileMeta, "OfHostileMeta"),
    "hostile dict": (HostileDict, "HostileDict"),
    "false __class__": (PosesAsStr, "PosesAsStr"),
    "zone with a hostile repr": (lambda: dt.datetime(2024, 1, 2, tzinfo=HostileZone()), "2024, 1"),
    "half-made UUID": (lambda: object.__new__(uuid.UUID), "uuid.UUID"),
    "empty tuple": (lambda: (), "tuple of 0"),
    "empty set": (set, "set of 0"),
    "NotImplemented": (lambda: NotImplemented, "NotImplementedType"),
    "Ellipsis": (lambda: ..., "ellipsis"),
    "class": (lambda: Plain, "type"),
    "generic alias": (lambda: list[int], "GenericAlias"),
    "function": (lambda: _generator, "function"),
    "lambda": (lambda: lambda: 1, "function"),
    "builtin function": (lambda: len, "builtin_function_or_method"),
    "method": (lambda: [].append, "builtin_function_or_method"),
    "partial": (lambda: functools.partial(int), "functools.partial"),
    "module": (lambda: re, "module"),
    "generator": (_generator, "generator"),
    "list iterator": (lambda: iter([]), "list_iterator"),
    "zip": (zip, "zip"),
    "itertools": (itertools.count, "itertools.count"),
    "exception": (lambda: ValueError("x"), "ValueError"),
    "lock": (threading.Lock, "lock"),
    "thread": (threading.Thread, "threading.Thread"),
    "event": (threading.Event, "threading.Event"),
    "queue": (queue.Queue, "queue.Queue"),
    "future": (concurrent.futures.Future, "Future"),
    "file": (io.StringIO, "_io.StringIO"),
    "regular expression": (lambda: re.compile("x"), "re.Pattern"),
    "match": (lambda: re.match("x", "x"), "re.Match"),
    "logger": (lambda: logging.getLogger("x"), "logging.Logger"),
    "random": (random.Random, "random.Random"),
    "context variable": (contextvars.copy_context, "Context"),
    "weak reference": (lambda: weakref.ref(Plain), "ReferenceType"),
    "namespace": (types.SimpleNamespace, "types.SimpleNamespace"),
    "array": (lambda: array.array("d"), "array.array"),
    "ChainMap": (collections.ChainMap, "collections.ChainMap"),
    "dict view": (lambda: {}.keys(), "dict_keys"),
    "slice": (lambda: slice(1), "slice"),
    "code": (lambda: _generator.__code__, "code"),
    "timezone": (lambda: dt.timezone.utc, "datetime.timezone"),
    "Decimal NaN": (lambda: decimal.Decimal("nan"), "decimal.Decimal"),
    "IntFlag": (lambda: Flag.A, "Flag"),
    "anonymous dataclass": (_Data, "_Data"),
    "UUID class": (lambda: uuid.UUID, "type uuid.UUID"),
    "existing path": (pathlib.Path, "pathlib."),
    "float64": (lambda: np.float64(1), "numpy.float64"),
    "empty array": (lambda: np.array([]), "numpy.ndarray"),
    "dtype": (lambda: np.dtype("int8"), "dtype"),
    "Series": (lambda: pd.Series([1]), "pandas"),
    "DataFrame": (lambda: pd.DataFrame({"a": [1]}), "pandas"),
    "Interval": (lambda: pd.Interval(0, 1), "pandas"),
    "event loop policy": (asyncio.Semaphore, "asyncio"),
}
refused_kinds = pytest.mark.parametrize(
    ("make", "named"), [pytest.param(*row, id=name) for name, row in REFUSED.items()]
)


def test_there_are_enough_kinds() -> None:
    """R20: at least sixty beside the catalogue's own."""
    assert len(REFUSED) - len(examples.EXAMPLES) >= 60


@refused_kinds
def test_refused_as_the_value(make: typing.Callable[[], object], named: str) -> None:
    """R19, R20, V1, V2, V5-V7: at top level, naming the type, with no code of the value run."""
    value = make()
    assert not is_memory_value(value)
    with pytest.raises(MemoryValueError) as caught:
        validate_memory_value("p", value)
    [offence] = caught.value.offences
    assert offence.path == "$"
    assert named in f"{offence.found} {offence.shown}"
    assert offence.remedy
    assert len(str(caught.value)) < 600
    str(caught.value).encode()


@refused_kinds
def test_refused_inside_containers(make: typing.Callable[[], object], named: str) -> None:
    """R20: the same kind between good values, under a key and an index."""
    assert isinstance(named, str)
    with pytest.raises(MemoryValueError) as caught:
        validate_memory_value("p", {"good": 1, "list": [None, make(), "good"]})
    assert [offence.path for offence in caught.value.offences] == ["$.list[1]"]


@pytest.mark.parametrize("key", [1, True, None, 1.5, b"k", (), uuid.UUID(int=1), examples.Text("k"),
                                 examples.Colour.RED, np.str_("k"), Plain, "\ud800"])  # fmt: skip
def test_refused_as_a_key(key: object) -> None:
    """R19, V2, V6: keys are exactly str and without lone surrogates."""
    assert not is_memory_value({key: 1})
    with pytest.raises(MemoryValueError, match="key") as caught:
        validate_memory_value("p", [{"good": 1}, {key: 1}])
    [offence] = caught.value.offences
    assert offence.path.startswith("$[1][")


def test_memory_objects_are_known_without_importing_flink_agents() -> None:
    """R20: a `MemoryObject` of any release is known by its name along the MRO."""
    module = "flink_agents.api.memory_object"
    base = type("MemoryObject", (), {"__module__": module})
    value = type("FlinkMemoryObject", (base,), {"__module__": "flink_agents.runtime.x"})()
    with pytest.raises(MemoryValueError, match=r"call new_object\(path\) and set its fields"):
        validate_memory_value("p", value)
