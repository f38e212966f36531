"""`from_memory_value`: the types it reads, and how it says that one does not fit (R20)."""

from __future__ import annotations

import collections
import collections.abc
import dataclasses
import datetime as dt
import decimal
import types
import typing
import uuid
from zoneinfo import ZoneInfo

import attrs
import pydantic
import pytest

from flink_agents_bridge.memory import (
    MemoryValue,
    MemoryValueError,
    from_memory_value,
    to_memory_value,
)
from tests.memory import examples
from tests.memory.test_memory_storing import ID, Computed, Money, Node

TEXT = str(ID)
OrderId = typing.NewType("OrderId", uuid.UUID)


class Movie(typing.TypedDict):
    """A dict with named keys."""

    id: uuid.UUID
    year: int


class Partial(Movie, total=False):
    """One of whose keys may be missing."""

    at: dt.date


@dataclasses.dataclass
class Event:
    """Fields of many types, with defaults."""

    id: uuid.UUID
    payload: MemoryValue
    kind: typing.Literal["a", 1] = "a"
    colour: examples.Colour | None = None
    moments: tuple[dt.datetime, ...] = ()
    counts: dict[examples.Level, float] = dataclasses.field(default_factory=dict)


@attrs.define
class Box:
    """An attrs class with a field of its own type."""

    inner: Box | None
    size: decimal.Decimal = decimal.Decimal(1)


ROUND_TRIPS: list[tuple[typing.Any, typing.Any]] = [
    (Event(ID, {"any": [1, {}]}), Event),
    (Event(ID, None, 1, examples.Colour.RED, (dt.datetime(2024, 1, 2),),
           {examples.Level.HIGH: 0.5}), Event),
    (Node(ID, [Node(ID, [Node(ID)])]), Node),
    (Box(Box(None, decimal.Decimal("2.5"))), Box),
    (Computed(word="a"), Computed),
    ([examples.Order(id=ID, sum=decimal.Decimal("1.10"))], list[examples.Order]),
    ({"id": ID, "year": 1}, Movie),
    ({"id": ID, "year": 1, "at": dt.date(2024, 1, 2)}, Partial),
    ({"id": ID, "year": 1}, Partial),
    (ID, typing.Annotated[uuid.UUID, "comment"]),
    (ID, OrderId),
    (ID, typing.Optional[uuid.UUID]),  # noqa: UP045 - the old spelling works too
    (None, uuid.UUID | None),
    ("no id", uuid.UUID | str),
    ([ID, None], list[uuid.UUID | None]),
    ({ID: {1: {True: 0.5}}}, dict[uuid.UUID, dict[int, dict[bool, float]]]),
    ({1: ID}, collections.abc.Mapping[int, uuid.UUID]),
    ([ID], collections.abc.Sequence[uuid.UUID]),
    ({ID}, collections.abc.Set[uuid.UUID]),
    ((), tuple[()]),
    ((1, "a", ID), tuple[int, str, uuid.UUID]),
    ((1, [2]), tuple),
    ((1, [2]), typing.Tuple),  # noqa: UP006 - the old spelling works too
    ([1, {"k": b"x"}], list),
    ({"k": [1]}, dict),
    ({"k": [1]}, typing.Any),
    ({"k": [1]}, object),
    ({"k": [1]}, MemoryValue),
    ({"a": 1, "b": "x"}, dict[typing.Literal["a", "b"], int | str]),
    ({examples.Level.HIGH: 1}, dict[examples.Level, int]),
    (examples.Access.READ | examples.Access.WRITE, examples.Access),
    (5, float),
    (True, int),
    (None, None),
    (collections.defaultdict(int, {ID: 1}), collections.defaultdict[uuid.UUID, int]),
    (dt.datetime(2024, 10, 27, 2, 30, tzinfo=ZoneInfo("Europe/Berlin")), dt.datetime),
    (dt.datetime(2024, 3, 31, 2, 30, tzinfo=ZoneInfo("Europe/Berlin")), dt.datetime),
    (dt.datetime(2024, 3, 31, 2, 30, fold=1, tzinfo=ZoneInfo("Europe/Berlin")), dt.datetime),
    (-dt.timedelta(microseconds=1), dt.timedelta),
]  # fmt: skip


@pytest.mark.parametrize(("value", "as_type"), ROUND_TRIPS, ids=[str(t) for _, t in ROUND_TRIPS])
def test_round_trip(value: typing.Any, as_type: typing.Any) -> None:
    """R20: what is stored comes back as the type that is named."""
    back = from_memory_value(to_memory_value(value), as_type)
    assert type(back) is type(value)
    assert back == value


def test_the_hour_that_comes_twice_keeps_its_offset() -> None:
    """V7: the second half past two is another moment than the first."""
    zone = ZoneInfo("Europe/Berlin")
    for fold in (0, 1):
        value = dt.datetime(2024, 10, 27, 2, 30, fold=fold, tzinfo=zone)
        back = from_memory_value(to_memory_value(value), dt.datetime)
        assert (back.utcoffset(), back.tzinfo) == (value.utcoffset(), zone)


@pytest.mark.parametrize(("stored", "as_type", "value"), [
    ("2024-01-02T03:04:05Z", dt.datetime, dt.datetime(2024, 1, 2, 3, 4, 5, tzinfo=dt.timezone.utc)),
    ("2024-07-01T00:00:00+09:00[Europe/Berlin]", dt.datetime,
     dt.datetime(2024, 6, 30, 17, tzinfo=ZoneInfo("Europe/Berlin"))),
    ("PT1.5S", dt.timedelta, dt.timedelta(seconds=1.5)),
    (90, dt.timedelta, dt.timedelta(seconds=90)),
])  # fmt: skip
def test_what_others_write_is_read(stored: object, as_type: typing.Any, value: object) -> None:
    """R20: Java's Instant and Duration, and seconds as a number."""
    assert from_memory_value(stored, as_type) == value


def test_fields_may_come_and_go_between_versions() -> None:
    """R20: a restore may be by a newer class: defaults fill in, unknown fields are left out."""
    stored = {"id": TEXT, "payload": None, "was": "removed"}
    assert from_memory_value(stored, Event) == Event(ID, None)


def test_field_types_that_cannot_be_found_are_a_clear_error() -> None:
    """R20: a class in a function names its neighbour, which no one else can look up."""

    @dataclasses.dataclass
    class Inner:
        x: int

    @dataclasses.dataclass
    class Outer:
        inner: Inner

    with pytest.raises(MemoryValueError, match="NameError: name 'Inner' is not defined"):
        from_memory_value({"inner": {"x": 1}}, Outer)
    outer = from_memory_value({"x": 1}, Inner)
    assert to_memory_value(Outer(outer)) == {"inner": {"x": 1}}


class Picture(pydantic.BaseModel):
    """A model whose bytes are no UTF-8."""

    data: bytes


def test_a_model_dumped_by_hand_with_bytes_is_read() -> None:
    """R20: `model_dump()` leaves bytes, which memory takes and JSON does not."""
    picture = Picture(data=b"\xff")
    assert from_memory_value(picture.model_dump(), Picture) == picture


def test_hooks_go_first() -> None:
    """R20: for own types and for those of the catalogue."""
    assert (
        from_memory_value(["5"], list[Money], hooks={Money: lambda text: Money(int(text))})[0].cents
        == 5
    )
    assert from_memory_value({"a": ID.hex}, dict[str, uuid.UUID], hooks={
        uuid.UUID: lambda text: uuid.UUID(hex=text)}) == {"a": ID}  # fmt: skip


MISFITS: list[tuple[object, typing.Any, str, str]] = [
    (5, uuid.UUID, "$", "str, the stored form of uuid.UUID"),
    ("x", uuid.UUID, "$", "ValueError: badly formed hexadecimal UUID string"),
    ({"k": [TEXT, "x"]}, dict[str, list[uuid.UUID]], "$.k[1]", "the stored form of uuid.UUID"),
    ({"x": 1}, dict[uuid.UUID, int], "$.x", "a key that reads as uuid.UUID"),
    ({"05": 1}, dict[int, int], '$["05"]', "a key that reads as int"),
    ({"1_0": 1}, dict[int, int], '$["1_0"]', "a key that reads as int"),
    ([1], tuple[int, int], "$", "a list of 2"),
    ([1], tuple[()], "$", "a list of 0"),
    ("2", typing.Literal["1", 2], "$", "Literal['1', 2]"),
    (True, typing.Literal[1], "$", "Literal[1]"),
    ("blue", examples.Colour, "$", "the stored form of tests.memory.examples.Colour"),
    (True, examples.Level, "$", "the stored form of tests.memory.examples.Level"),
    ("x", int, "$", "int"),
    (1, bool, "$", "bool"),
    (1.0, int, "$", "int"),
    (None, str, "$", "str"),
    ("x", uuid.UUID | int, "$", "uuid.UUID | int"),
    ({"id": TEXT}, Movie, "$", "a dict with the key 'year'"),
    ([], Movie, "$", "dict, the stored form of"),
    ({}, Event, "$", "missing 2 required positional arguments"),
    ({"id": 1}, examples.Order, "$", "ValidationError"),
    ("1 day", dt.timedelta, "$", "not of the form PT<seconds>S"),
    ("x", Money, "$", "a type of the catalogue"),
    ("x", typing.Callable, "$", "a type of the catalogue"),
    ("x", len, "$", "a type of the catalogue"),
    ("x", types.FunctionType, "$", "a type of the catalogue"),
    (ID, uuid.UUID, "$", "None, bool, int"),
]


@pytest.mark.parametrize(("stored", "as_type", "path", "expected"), MISFITS,
                         ids=[f"{s} as {t}" for s, t, *_ in MISFITS])  # fmt: skip
def test_a_misfit_says_where_and_why(
    stored: object, as_type: typing.Any, path: str, expected: str
) -> None:
    """R20: one error class, whatever goes wrong."""
    with pytest.raises(MemoryValueError, match="cannot be read as") as caught:
        from_memory_value(stored, as_type)
    [offence] = caught.value.offences
    assert offence.path == path
    assert expected in offence.expected
    assert offence.remedy
