"""Every row of the catalogue, by its examples (R20, V5-V7)."""

from __future__ import annotations

import pytest

from flink_agents_bridge.memory import (
    from_memory_value,
    to_memory_value,
    validate_memory_value,
)
from flink_agents_bridge.memory.catalogue import Conversion
from flink_agents_bridge.memory.rows import CONVERSIONS, row_for
from tests.memory.examples import EXAMPLES, NAMESPACE, Example

each_example = pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.source)


def same(one: object, other: object) -> bool:
    """Whether both are of one type and equal, arrays too."""
    if type(one).__name__ == "ndarray":
        return repr(one) == repr(other)
    return type(one) is type(other) and one == other


def test_every_row_has_an_example_and_the_other_way_round() -> None:
    """R20: no row of the documented table is untested."""
    assert {example.row for example in EXAMPLES} == {row.name for row in CONVERSIONS}


@each_example
def test_the_class_is_found_under_its_row(example: Example) -> None:
    """R20: a more telling row comes first, as for a str that is an enum (V6)."""
    row = row_for(type(example.value))
    assert row is not None
    assert row.name == example.row


@each_example
def test_the_stored_form_is_as_documented(example: Example) -> None:
    """R19: what is stored passes the check."""
    stored = to_memory_value(example.value)
    assert same(stored, example.stored)
    validate_memory_value("p", stored)


@each_example
def test_the_value_comes_back(example: Example) -> None:
    """R20: a row that loses nothing gives back an equal value of the same class."""
    if example.as_type:
        back = from_memory_value(example.stored, example.read_as)
        assert same(back, example.value) or example.row == "range"


@each_example
def test_the_row_says_when_a_value_does_not_come_back(example: Example) -> None:
    """R22: the table is honest about what is lost."""
    row = row_for(type(example.value))
    assert isinstance(row, Conversion)
    assert example.as_type or row.loses


@each_example
def test_the_advised_conversion_can_be_stored(example: Example) -> None:
    """R20: the code in the message is code that works, on the example itself."""
    row = row_for(type(example.value))
    assert row is not None
    names = {**NAMESPACE, "value": example.value, "to_memory_value": to_memory_value}
    advised = eval(row.remedy.removeprefix("write "), names)  # noqa: S307 - our own rows
    if example.row not in {"named tuple", "tuple", "set"}:  # their parts are refused in turn
        validate_memory_value("p", advised)
