"""`to_memory_value` beyond the catalogue's examples: hooks, keys, failures (R20)."""

from __future__ import annotations

import dataclasses
import datetime as dt
import decimal
import enum
import typing
import uuid

import numpy as np
import pydantic
import pytest

from flink_agents_bridge.memory import MemoryValueError, Offence, to_memory_value
from tests.memory import examples

ID = uuid.UUID(int=1)


class Money:
    """A type of one's own."""

    def __init__(self, cents: int) -> None:
        self.cents = cents


class Euros(Money):
    """A subclass, for which the hook of its base holds."""


class Computed(pydantic.BaseModel):
    """A model that takes no unknown field, with a computed one."""

    model_config = pydantic.ConfigDict(extra="forbid")
    word: str

    @pydantic.computed_field  # type: ignore[prop-decorator]
    @property
    def shout(self) -> str:
        """The word in capitals."""
        return self.word.upper()


@dataclasses.dataclass
class Node:
    """A tree."""

    id: uuid.UUID
    children: list[Node] = dataclasses.field(default_factory=list)


def refused(
    value: object, hooks: typing.Mapping[type, typing.Callable[[typing.Any], object]] | None = None
) -> tuple[Offence, ...]:
    """Return the offences of a value that does not convert."""
    with pytest.raises(MemoryValueError) as caught:
        to_memory_value(value, hooks=hooks)
    return caught.value.offences


def test_conversion_goes_all_the_way_down() -> None:
    """R20: records in containers in records, keys too."""
    value = {ID: (Node(ID, [Node(ID)]), {decimal.Decimal(1)}), dt.date(2024, 1, 2): b"x"}
    text = str(ID)
    node = {"id": text, "children": [{"id": text, "children": []}]}
    assert to_memory_value(value) == {text: [node, ["1"]], "2024-01-02": b"x"}


def test_plain_values_are_copied_not_changed() -> None:
    """R19: bools stay bools; the original's containers are not the copy's."""
    inner = [True, 1, None]
    stored = to_memory_value({"k": inner})
    assert repr(stored) == "{'k': [True, 1, None]}"
    assert isinstance(stored, dict)
    assert stored["k"] is not inner


@pytest.mark.parametrize(
    ("key", "text"),
    [(1, "1"), (True, "true"), (False, "false"), (1.5, "1.5"), (ID, str(ID)), ("", ""),
     (examples.Colour.RED, "red"), (examples.Level.HIGH, "3"), (np.int64(4), "4"),
     (decimal.Decimal("1.0"), "1.0")],
)  # fmt: skip
def test_keys_become_text(key: object, text: str) -> None:
    """R19: memory keys are str."""
    assert to_memory_value({key: 1}) == {text: 1}


@pytest.mark.parametrize("key", [None, b"k", (1, 2), frozenset(), 1j])
def test_keys_without_a_text_form_are_refused(key: object) -> None:
    """R20: nothing is guessed."""
    [offence] = refused({"a": {key: 1}})
    assert offence.path.startswith("$.a[")
    assert offence.expected == "a key with a text form"


def test_keys_that_become_equal_are_refused() -> None:
    """R20: neither value wins silently."""
    [offence] = refused({"a": {1: "int", "1": "str"}})
    assert offence.path == '$.a["1"]'
    assert offence.expected == "keys that differ as text; '1' is there twice"


def test_hooks_hold_for_subclasses_and_what_they_return_is_converted() -> None:
    """R20: a hook may return anything convertible."""
    hooks = {Money: lambda money: {ID: decimal.Decimal(money.cents)}}
    assert to_memory_value([Money(5), Euros(6)], hooks=hooks) == [{str(ID): "5"}, {str(ID): "6"}]


def test_a_hook_goes_before_the_catalogue_and_for_keys_too() -> None:
    """R20: also for types that memory takes as they are."""
    assert to_memory_value({ID: ID}, hooks={uuid.UUID: lambda value: value.hex}) == {ID.hex: ID.hex}
    assert to_memory_value([2**70, 1], hooks={int: str}) == [str(2**70), "1"]


def test_a_hook_that_returns_its_own_kind_comes_to_an_end() -> None:
    """R20: each type is converted once at a place."""
    [offence] = refused(Money(1), {Money: lambda money: money})
    assert offence.found.endswith("Money")
    assert to_memory_value(3, hooks={int: lambda value: value + 1}) == 4


def test_an_endless_conversion_is_refused() -> None:
    """V4: also where each level is made anew."""
    [offence] = refused(Money(1), {Money: lambda _: [Money(1)]})
    assert offence.expected == "at most 100 containers in one another"


def test_an_unknown_type_names_the_hook_to_write() -> None:
    """R20: the message is the remedy."""
    [offence] = refused([Money(1)])
    name = f"{Money.__module__}.Money"
    assert offence.path == "$[0]"
    assert offence.remedy == f"write to_memory_value(value, hooks={{{name}: function}})"


def test_a_failing_conversion_is_named_and_is_the_cause() -> None:
    """R20: the author's exception is not lost."""
    failure = LookupError("no rate")

    def fail(_: Money) -> typing.NoReturn:
        raise failure

    with pytest.raises(MemoryValueError, match="LookupError was raised") as caught:
        to_memory_value({"m": [Money(1)]}, hooks={Money: fail})
    assert caught.value.__cause__ is failure
    assert [offence.path for offence in caught.value.offences] == ["$.m[0]"]


def test_all_offences_are_listed() -> None:
    """R20: at once, as by the check."""
    value = {"a": Money(1), "b": [2**63, "\ud800"], "c": len, None: 1, "d": enum.Enum}
    assert [offence.path for offence in refused(value)] == ["$.a", "$.b[0]", "$.b[1]", "$.c",
                                                           "$[None]", "$.d"]  # fmt: skip


def test_what_no_row_stores_is_refused_with_its_advice() -> None:
    """R20: functions, classes and the like have no stored form."""
    assert [offence.remedy for offence in refused([len, Money])] == [
        "store the data that the function needs, or its name",
        'write f"{value.__module__}:{value.__qualname__}"',
    ]


def test_computed_fields_are_left_out() -> None:
    """R20: or a model that forbids extra fields could not be read."""
    assert to_memory_value(Computed(word="a")) == {"word": "a"}


@pytest.mark.parametrize("value", [np.datetime64("NaT"), np.array([1, "a", None], dtype=object),
                                   np.array(["2024-01-02T00:00:00.000000001"], dtype="M8[ns]"),
                                   np.array(5), np.array(0.5, dtype="f4")])  # fmt: skip
def test_arrays_of_all_kinds_convert(value: object) -> None:
    """R20: dates stay dates, whatever their unit."""
    expected = {
        "NaT": "NaT", "5": 5, "0.5": 0.5, "[1 'a' None]": [1, "a", None],
        "['2024-01-02T00:00:00.000000001']": ["2024-01-02T00:00:00.000000001"],
    }  # fmt: skip
    assert to_memory_value(value) == expected[str(value)]


def test_an_array_of_long_doubles_is_refused() -> None:
    """R20: `item()` gives back its own kind, which no Python type is."""
    assert refused(np.longdouble(1))[0].found == "numpy.longdouble"
