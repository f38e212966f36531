"""What holds for every value (R19, R20)."""

from __future__ import annotations

import copy
import typing

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flink_agents_bridge.memory import (
    MemoryValueError,
    from_memory_value,
    is_memory_value,
    to_memory_value,
    validate_memory_value,
)
from tests.memory import strategies


def text_of(value: object) -> str:
    """Tell apart what == does not: True and 1, 0.0 and -0.0; and find nan equal to itself."""
    return repr(value)


@given(strategies.memory_values)
def test_every_memory_value_is_accepted_and_left_as_it_is(value: object) -> None:
    """R19, V10: the contract's own values pass, and are not changed by the check."""
    before = copy.deepcopy(value)
    validate_memory_value("p", value)
    assert is_memory_value(value)
    assert text_of(value) == text_of(before)


@given(strategies.memory_values)
def test_a_memory_value_is_its_own_stored_form(value: object) -> None:
    """R19: to convert what needs no conversion changes nothing."""
    assert text_of(to_memory_value(value)) == text_of(value)


@given(strategies.one_offence())
def test_one_offence_anywhere_is_refused_with_exactly_its_path(
    planted: tuple[object, str],
) -> None:
    """R20: the path in the error is the path of the offender, and there is no other."""
    value, path = planted
    assert not is_memory_value(value)
    with pytest.raises(MemoryValueError) as caught:
        validate_memory_value("p", value)
    assert [offence.path for offence in caught.value.offences] == [path]
    str(caught.value).encode()


@given(strategies.lossless)
def test_a_lossless_value_comes_back(pair: tuple[typing.Any, typing.Any]) -> None:
    """R20, V7: what the table calls lossless is."""
    value, as_type = pair
    stored = to_memory_value(value)
    validate_memory_value("p", stored)
    back = from_memory_value(stored, as_type)
    assert type(back) is type(value)
    assert back == value
    assert getattr(back, "tzinfo", None) == getattr(value, "tzinfo", None)


@given(st.recursive(strategies.scalars | strategies.bad_leaves, st.lists, max_leaves=10))
def test_a_conversion_is_either_an_error_of_ours_or_passes_the_check(value: object) -> None:
    """R19, R20: there is no third outcome."""
    try:
        stored = to_memory_value(value)
    except MemoryValueError as refused:
        assert refused.offences  # noqa: PT017 - either outcome is right
    else:
        validate_memory_value("p", stored)
